/** Many calls in one session, and many sessions on one context: does anything grow? Run node with --expose-gc for clean figures. */
import { Session } from 'surehand';
import { must, onPage, read } from '../measure.mjs';
import { QUIET_PAGE } from '../pages.mjs';

const ROUNDS = 5;
const CALLS = 400;
const ATTACHES = 40;

const heapMb = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
};

async function round({ session }) {
  for (let turn = 0; turn < CALLS / 2; turn++) {
    const { nodes } = await read(session);
    const node = nodes.find(({ role }) => role === (turn % 2 === 0 ? 'button' : 'textbox'));
    if (turn % 2 === 0) await must(session, 'click', { element: 'Count', ref: node.ref });
    else await must(session, 'type', { element: 'Name', ref: node.ref, text: `turn ${turn}` });
  }
}

export async function soak(browser) {
  const rows = await onPage(browser, QUIET_PAGE, { settle: 'fast' }, async ({ page, session }) => {
    const figures = [{ after: 'start', heap_mb: heapMb() }];
    for (let count = 1; count <= ROUNDS; count++) {
      await round({ session });
      figures.push({ after: `${count * CALLS} calls`, heap_mb: heapMb() });
    }
    for (let count = 1; count <= ROUNDS; count++) {
      for (let turn = 0; turn < ATTACHES; turn++) {
        const other = await Session.attach(page, { gatekeeper: { policy: 'auto' } });
        await read(other);
        await other.dispose();
      }
      figures.push({ after: `${count * ATTACHES} more sessions`, heap_mb: heapMb() });
    }
    return figures;
  });
  return { title: `soak: heap of Node${globalThis.gc ? '' : ' (not collected: run node with --expose-gc)'}`, rows };
}
