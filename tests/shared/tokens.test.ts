import { getEncoding } from 'js-tiktoken';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../src/shared/tokens.js';

const encoder = getEncoding('o200k_base');
const lines = (count: number, line: (at: number) => string): string => Array.from({ length: count }, (_, at) => line(at)).join('\n');

const SAMPLES: Record<string, string> = {
  table: lines(
    40,
    (i) =>
      `  - row\n    - cell "${i}"\n    - link "Row item-${i}" [ref=sk4m9zq_3_${i * 3}]\n    - checkbox "select ${i}" [ref=sk4m9zq_3_${i * 3 + 1}]\n    - cell "some text for row ${i}"`,
  ),
  form: lines(
    40,
    (i) =>
      `- textbox "Delivery note ${i}" [value="leave at the door"] [ref=sab3dq1_1_${i}]\n- combobox "Country" [value="Portugal"] [collapsed] [haspopup=listbox]`,
  ),
  article: lines(
    20,
    () =>
      '- paragraph\n  - text: "The city council approved the budget on Monday, after months of negotiation about transport and housing."',
  ),
  german: lines(20, () => '- text: "Über die Größe der Lieferung entscheidet der Empfänger; Rückgabe binnen vierzehn Tagen möglich"'),
  russian: lines(20, () => '- text: "Городской совет утвердил бюджет в понедельник после нескольких месяцев переговоров"'),
  chinese: lines(20, () => '- text: "市议会在周一批准了预算，经过数月关于交通和住房的谈判"'),
};

test.each(Object.entries(SAMPLES))('stays within 15%% of a BPE tokenizer on %s', (_, text) => {
  const real = encoder.encode(text).length;
  expect(estimateTokens(text) / real).toBeGreaterThan(0.85);
  expect(estimateTokens(text) / real).toBeLessThan(1.15);
});

test('counts nothing as nothing', () => {
  expect(estimateTokens('')).toBe(0);
});
