import { test } from '/work/main/tests/page/refs/support/test.js';

test('dbg', async ({ open }) => {
  const page = await open(process.env.HTML!);
  const { reply } = await page.read();
  for (const n of reply.nodes)
    console.log(
      n.i,
      ' '.repeat(n.depth),
      n.role,
      JSON.stringify(n.name),
      n.ref ? 'REF' : '',
      JSON.stringify(n.value),
      JSON.stringify(n.states),
      n.description ?? '',
      n.hint ?? '',
    );
});
