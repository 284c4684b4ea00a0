/** Handles of elements in closed shadow roots are described as themselves, not as the host around them. */
import { expect, test } from '../support/test.js';

test('one root and two roots deep, before anything was read', async ({ load, attach }) => {
  const page = await load(
    "<div id=h></div><script>const one=h.attachShadow({mode:'closed'});one.innerHTML='<button>First</button><p id=k></p>';const two=one.querySelector('#k').attachShadow({mode:'closed'});two.innerHTML='<button>Second</button>';window.take=(n)=>(n===1?one:two).querySelector('button')</script>",
  );
  const session = await attach({ gatekeeper: { policy: 'auto' } });
  for (const [depth, name] of [
    [1, 'First'],
    [2, 'Second'],
  ] as const) {
    const handle = (await page.evaluateHandle(`take(${depth})`)).asElement()!;
    expect(await session.describe(handle)).toMatchObject({ role: 'button', name, visible: true });
  }
  expect(await session.describe(page.locator('#h'))).toMatchObject({ role: 'generic' });
});
