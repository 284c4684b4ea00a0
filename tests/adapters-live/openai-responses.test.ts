import { test } from '../support/test.js';
import { responses, shopBy } from './loops.js';

test('OpenAI responses, strict: a model that sees text and pictures alone places the demo order', { timeout: 240_000 }, async ({
  context,
}) => {
  await shopBy(responses, context);
});
