import { expect, test } from 'vitest';
import { formatRef, parseRef } from '../../src/shared/ref.js';

test('prints and reads snapshot refs', () => {
  expect(formatRef('k4m9z', 3, 1)).toBe('sk4m9z_3_1');
  expect(parseRef('sk4m9z_3_1')).toEqual({ kind: 'snapshot', nonce: 'k4m9z', snapshotId: 3, index: 1 });
});

test('reads deep and compact refs', () => {
  expect(parseRef('cab12_1_2_3')).toEqual({ kind: 'deep', nonce: 'ab12', epoch: 1, generation: 2, index: 3 });
  expect(parseRef('e42')).toEqual({ kind: 'compact', index: 42 });
});

test.each([
  '',
  's1_1',
  'sk4m9z_0_1',
  'sk4m9z_1_0',
  'sk4m9z_1',
  ' sk4m9z_1_1',
  'sk4m9z_1_1 ',
  'SK4M9Z_1_1',
  'sk4m9z_01_1',
  'e0',
  'e',
  '[ref=sk4m9z_1_1]',
  'sk4m9z_1_1_1',
])('refuses %j', (text) => {
  expect(parseRef(text)).toBeUndefined();
});
