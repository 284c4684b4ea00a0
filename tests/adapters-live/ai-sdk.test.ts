import { test } from '../support/test.js';
import { aiSdk, shopBy } from './loops.js';

test('AI SDK: a model that sees text and pictures alone places the demo order', { timeout: 240_000 }, async ({ context }) => {
  await shopBy(aiSdk, context);
});
