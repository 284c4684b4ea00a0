import { test } from './support/test.js';
test('perf', async ({ open }) => {
  const page = await open('<div id="root"></div>');
  for (const n of [1000, 5000]) {
    await page.change(`root.innerHTML = '<table>' + Array.from({length: ${n}}, (_, i) => '<tr><td>Row ' + i + '</td><td><a href="/r/' + i + '">Link ' + i + '</a></td><td><input type=checkbox aria-label=Pick></td><td><button>Edit</button></td><td>text</td></tr>').join('') + '</table>'`);
    const out: unknown[] = [];
    for (let k = 0; k < 4; k++) {
      const reply = await page.value('capture', { budget: 3000, mode: 'snapshot', maxMs: 20000, incremental: false } as never);
      const node = (reply as any).nodes.find((x: any) => x.role === 'button');
      const key = { nonce: (reply as any).documents[node.doc].nonce, snapshotId: (reply as any).snapshotId, index: node.i };
      const t = await page.inside<number>(`(() => { const t = performance.now(); for (let i = 0; i < 3; i++) port.call('resolve', ${JSON.stringify(JSON.stringify({ ...key, candidates: 5 }))}); return (performance.now() - t) / 3 })()`);
      const c = await page.inside<number>(`(() => { const t = performance.now(); port.call('capture', ${JSON.stringify(JSON.stringify({ budget: 3000, mode: 'snapshot', maxMs: 20000, incremental: false }))}); return performance.now() - t })()`);
      out.push({ pageMs: (reply as any).pageMs, captureAgain: c, resolve: t, walk: (reply as any).walk });
    }
    console.log(n, JSON.stringify(out));
  }
}, 120000);
