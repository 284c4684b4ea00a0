import { test } from '../support/test.js';
import { chat, shopBy } from './loops.js';

test('OpenAI chat, strict: a model that sees text and pictures alone places the demo order', { timeout: 240_000 }, async ({ context }) => {
  await shopBy(chat(true), context);
});
