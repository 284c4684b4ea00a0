/** The demo order, given by a model that sees nothing but text and pictures. */
import type { BrowserContext } from 'playwright-core';
import { Agent } from '../../examples/demo/agent.mjs';
import { verifyOrder } from '../../examples/demo/order.mjs';
import { Approver, guard, rulesOf } from '../../examples/demo/policy.mjs';
import { agreed, STORY } from '../../examples/demo/story.mjs';
import { type Shop, startShop } from '../../fixtures/shop/server.mjs';
import { Session } from '../../src/index.js';
import { type Ask, ScriptedModel } from '../support/model-server.js';
import { TextSession } from '../support/text-session.js';

const CARD = '4242 4242 4242 4242';

/** Keeps nothing: what a test wants to know it asks the shop. */
const recorder = { begin: () => 'call', end: () => undefined, keepPicture: () => undefined, approval: () => undefined };

export interface Stage {
  readonly shop: Shop;
  readonly session: Session;
  readonly model: ScriptedModel;
  /** What the model's calls came to. */
  readonly calls: TextSession['log'];
  /** Checks the order, the approvals, and that the model got to its end. */
  verify(): { readonly number: string };
  close(): Promise<void>;
}

/** A shop, a session on a page, and a model that shops. */
export async function openStage(context: BrowserContext): Promise<Stage> {
  const shop = await startShop({ latency: false });
  const page = await context.newPage();
  const approver = new Approver(agreed({ shop: shop.url, pay: shop.payUrl }), recorder as never);
  const session = await Session.attach(page, {
    secrets: { card: { value: CARD, origins: [shop.payUrl] }, cvc: { value: '007', origins: [shop.payUrl] } },
    gatekeeper: { policy: 'untrusted', rules: rulesOf(shop.url) as never, hooks: guard as never, onApproval: approver.answer as never },
  });
  const calls: { tool: string; ok: boolean; code?: string }[] = [];
  const model = new ScriptedModel(async (ask: Ask) => {
    const text = new TextSession(ask);
    const agent = new Agent(text as never, recorder as never);
    try {
      for (const [, chapter] of STORY as [string, (agent: Agent, start: { url: string }) => Promise<void>][])
        await chapter(agent, { url: `${shop.url}/` });
    } finally {
      calls.push(...text.log);
    }
    return 'The order is placed.';
  });
  return {
    shop,
    session,
    model,
    calls,
    verify() {
      if (model.error) throw model.error;
      if (!model.isFinished) throw new Error('The model did not get to its end.');
      approver.checkAllAsked();
      const seen = JSON.stringify(model.requests);
      if (seen.includes(CARD)) throw new Error('The model was sent the card number.');
      return verifyOrder(shop.orders());
    },
    async close() {
      await session.dispose();
      await shop.close();
    },
  };
}
