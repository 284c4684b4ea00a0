/**
 * What the host of the demo allows: rules, one hook, and somebody who answers approvals.
 * All three judge facts that surehand computed (origin, form action, input type), never the words of the agent.
 */
import { Deviation } from './deviation.mjs';

/**
 * Shopping is fine within the shop. Whatever no rule covers, such as the payment site, is asked about: that is policy `untrusted`.
 * @param {string} shop its origin
 */
export const rulesOf = (shop) => ['navigate', 'click', 'fill'].map((capability) => ({ capability, origin: shop, verdict: 'allow' }));

/** Orders need a person; accounts are not deleted, whatever the button is called. */
export const guard = {
  gate({ facts }) {
    const [target] = facts.targets;
    if (!target?.submits || target.formAction === undefined) return 'pass';
    const { pathname } = new URL(target.formAction);
    if (pathname === '/account/delete') return { verdict: 'deny', reason: 'This host never lets an agent delete an account.' };
    if (pathname === '/checkout') return { verdict: 'ask', reason: 'Placing an order costs money.' };
    return 'pass';
  },
};

/** The user of the demo: says yes to a list of things, in that order, and no to all else. */
export class Approver {
  #expected;
  #recorder;

  /**
   * @param {readonly { what: string, tool: string, role: string, name: string, origin: string }[]} expected
   * @param {import('./recorder.mjs').Recorder} recorder
   */
  constructor(expected, recorder) {
    this.#expected = [...expected];
    this.#recorder = recorder;
  }

  answer = (request) => {
    const [next] = this.#expected;
    const [target] = request.facts.targets;
    const isExpected =
      next !== undefined &&
      request.tool.name === next.tool &&
      target?.role === next.role &&
      target.name === next.name &&
      target.origin === next.origin;
    if (isExpected) this.#expected.shift();
    const answer = isExpected
      ? { decision: 'once', note: `the user agreed to ${next.what}` }
      : { decision: 'decline', note: 'the user did not ask for this' };
    this.#recorder.approval(request, answer);
    return answer;
  };

  /** @throws Deviation when something was never asked */
  checkAllAsked() {
    const [next] = this.#expected;
    if (next) throw new Deviation(`to be asked about ${next.what}`, 'that nobody asked');
  }
}
