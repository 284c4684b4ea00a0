/** The form matrix: every control with good and bad values. What is reported is what the page holds, and a refusal destroys nothing. */
import type { Page } from 'playwright-core';
import type { Session, ToolResult } from '../../src/index.js';
import { expect, test } from '../support/test.js';
import { type FormRow, ROWS } from './rows.js';

const STAGE = `<div id=stage></div><script>
window.log = [];
for (const type of ['keydown', 'beforeinput', 'input', 'change', 'mousedown', 'focusin']) addEventListener(type, () => log.push(type), true);
window.show = (html) => {
  stage.innerHTML = html.replace(/<script>[^]*<\\/script>/, '');
  const code = /<script>([^]*)<\\/script>/.exec(html)?.[1];
  log.length = 0;
  window.t = document.getElementById('t');
  if (code) new Function('t', code)(t);
};
window.held = () => t.isContentEditable ? t.innerText.trim() : 'value' in t ? t.value : t.textContent;
</script>`;

async function told(result: ToolResult, before: string, page: Page): Promise<string> {
  const [held, log] = (await page.evaluate('[held(), log]')) as [string, string[]];
  if (result.ok) {
    const { asked, now } = (result.data as { value: { asked: string; now: string } }).value;
    const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    const said = held === asked || text.includes('asked') || held.replace(/\s/g, '').endsWith(asked.replace(/\s/g, '')) ? '' : ', not said';
    return `${JSON.stringify(held)}${now === held ? '' : `, reported ${JSON.stringify(now)}`}${said}`;
  }
  const kept = held === before ? 'kept' : `destroyed: ${JSON.stringify(held)}`;
  return `${result.error.code}, ${kept}, ${result.evidence?.dispatch}${log.length === 0 ? '' : `, sent ${log.join(' ')}`}`;
}

async function runRow(session: Session, page: Page, row: FormRow): Promise<string> {
  await page.evaluate(`show(${JSON.stringify(row.html)})`);
  const before = (await page.evaluate('held()')) as string;
  const found = await session.describe(page.locator('#t'));
  return told(await session.callUnknown('type', { element: 'F', ref: found?.ref, text: row.text, ...row.more }), before, page);
}

for (const input of ['trusted', 'synthetic'] as const)
  for (const part of [0, 1, 2, 3, 4])
    test(`${input}, part ${part + 1} of 5`, async ({ load, attach }) => {
      const page = await load(STAGE);
      const session = await attach({ gatekeeper: { policy: 'auto' }, input, settle: 'fast', timeouts: { precheck: 60 } });
      const rows = ROWS.filter((_row, index) => index % 5 === part);
      const wanted: Record<string, string> = {};
      const got: Record<string, string> = {};
      for (const row of rows) {
        const now = input === 'synthetic' ? (row.nowByEvents ?? row.now) : row.now;
        wanted[row.title] = now === undefined ? `${row.code}, kept, not_started` : JSON.stringify(now);
        got[row.title] = await runRow(session, page, row);
      }
      expect(rows.length).toBeGreaterThan(25);
      expect(got).toEqual(wanted);
    });
