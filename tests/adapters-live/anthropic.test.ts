import { test } from '../support/test.js';
import { anthropic, shopBy } from './loops.js';

test('Anthropic: a model that sees text and pictures alone places the demo order', { timeout: 240_000 }, async ({ context }) => {
  await shopBy(anthropic, context);
});
