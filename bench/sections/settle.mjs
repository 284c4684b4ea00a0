/** What a click has brought about when its result comes back: for each preset how often the result shows it, and how long it took. */
import { Session } from 'surehand';
import { BEHAVIOURS, showsOutcome } from '../../fixtures/settle/behaviours.mjs';
import { startServer } from '../../fixtures/settle/server.mjs';
import { median, read, timed } from '../measure.mjs';

const PRESETS = ['fast', 'balanced', 'patient'];

async function clickOnce(context, page, url, settle, waits) {
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  if (waits) await page.waitForFunction('window.ready');
  const session = await Session.attach(page, { settle, gatekeeper: { policy: 'auto' } });
  try {
    const { ref } = (await read(session)).nodes.find((node) => node.role === 'button');
    const [ms, result] = await timed(() => session.call('click', { element: 'Go', ref }));
    if (!result.ok) throw new Error(`click: ${result.error.code} ${result.error.message}`);
    return { ms, data: result.data };
  } finally {
    await session.dispose();
    for (const other of context.pages()) if (other !== page) await other.close();
  }
}

export async function settle(browser) {
  const server = await startServer();
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const rows = [];
  const sums = Object.fromEntries(PRESETS.map((preset) => [preset, { shown: 0, within: 0, times: [] }]));
  try {
    for (const behaviour of BEHAVIOURS) {
      const row = { behaviour: behaviour.name, ends_ms: behaviour.endsMs };
      for (const preset of PRESETS) {
        const { ms, data } = await clickOnce(context, page, server.pageUrl(behaviour), preset, behaviour.waits);
        const isShown = showsOutcome(behaviour, data);
        row[preset] = `${isShown ? 'shown' : 'not yet'}, ${Math.round(ms)} ms${data.settled ? '' : ', busy'}`;
        sums[preset].times.push(ms);
        if (isShown) sums[preset].shown++;
        if (isShown && behaviour.endsMs <= 700) sums[preset].within++;
      }
      rows.push(row);
    }
  } finally {
    await context.close();
    await server.close();
  }
  const within = BEHAVIOURS.filter(({ endsMs }) => endsMs <= 700).length;
  const notes = PRESETS.map((preset) => {
    const { shown, within: early, times } = sums[preset];
    return `${preset}: ${shown} of ${BEHAVIOURS.length} shown (${early} of ${within} that end within 700 ms), median ${Math.round(median(times))} ms, longest ${Math.round(Math.max(...times))} ms`;
  });
  return { title: 'what the result of a click shows, by preset', rows, notes };
}
