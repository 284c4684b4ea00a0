/** The pure comparisons of texts. */
import { describe, expect, test } from 'vitest';
import { fold, headingWords, isKept, similarity, withoutNumbers, withoutTickers } from '../../../src/page/refs/words.js';

describe('withoutNumbers', () => {
  test.each([
    ['12 comments', '13 comments'],
    ['2 min ago', '3 h ago'],
    ['Posted yesterday', 'Posted 3 days ago'],
    ['12 Mar 2024', '3 April 2025'],
    ['Due Mon, 3 Jun', 'Due Tue, 4 Jun'],
    ['10:30 am', '9:05 pm'],
    ['$ 1,299.00', '$ 5'],
    ['\u0663 items', '4 items'],
  ])('%s and %s are alike', (a, b) => {
    expect(withoutNumbers(a)).toBe(withoutNumbers(b));
  });
  test.each([
    ['March of time', 'April of time'],
    ['Ada', 'Bob'],
    ['5 apples', '5 pears'],
  ])('%s and %s differ', (a, b) => {
    expect(withoutNumbers(a)).not.toBe(withoutNumbers(b));
  });
});

describe('withoutTickers', () => {
  test.each([
    ['Lamp ends in 01:10:09', 'Lamp ends in 01:10:08'],
    ['2:05 left', '1:59 left'],
    ['59 seconds', '2 seconds'],
    ['45%', '100 %'],
    ['1.5 MB of 30 MB', '12 MB of 30 MB'],
    ['File 3 of 10', 'File 4 of 10'],
  ])('%s and %s are alike', (a, b) => {
    expect(withoutTickers(a)).toBe(withoutTickers(b));
  });
  test.each([
    ['Delete report 7?', 'Delete report 8?'],
    ['Book 10:30', 'Book 11:00'],
    ['Pay 30 EUR', 'Pay 300 EUR'],
    ['3 files', '30 files'],
  ])('%s and %s differ', (a, b) => {
    expect(withoutTickers(a)).not.toBe(withoutTickers(b));
  });
});

describe('headingWords', () => {
  test.each([
    ['Inbox (3)', 'Inbox (4)'],
    ['3 results', '12 results'],
    ['Score: 3', 'Score: 4'],
    ['5', '6'],
  ])('%s and %s are alike', (a, b) => {
    expect(headingWords(a)).toBe(headingWords(b));
  });
  test.each([
    ['Record 1', 'Record 2'],
    ['Order #17', 'Order #18'],
    ['Billing', 'Shipping'],
    ['Step 1 of 3', 'Payment'],
  ])('%s and %s differ', (a, b) => {
    expect(headingWords(a)).not.toBe(headingWords(b));
  });
});

test('kept words: added or taken away, but not replaced', () => {
  expect(isKept('Seat Next', 'Seat is missing Next')).toBe(true);
  expect(isKept('Seat is missing Next', 'Seat Next')).toBe(true);
  expect(isKept('Delete Ada?', 'Delete Bob?')).toBe(false);
  expect(isKept('a a b', 'a b b')).toBe(false);
  expect(isKept('Delete 7?', 'Delete 8?')).toBe(false);
});

test('similarity is the share of common words', () => {
  expect(similarity('Save as', 'Save')).toBeCloseTo(2 / 3);
  expect(similarity('Save', 'Save')).toBe(1);
  expect(similarity('', '')).toBe(1);
  expect(similarity('Save', 'Delete')).toBe(0);
});

test('fold is what a snapshot prints', () => {
  expect(fold(' a\u00a0 \n b\t')).toBe('a b');
});
