import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffSequences } from '../../src/page/diff/sequence.js';

function diff(before: string[], after: string[]) {
  const result = diffSequences(
    before.length,
    after.length,
    (a, b) => before[a] === after[b],
    (a) => before[a] as string,
    (b) => after[b] as string,
  );
  return {
    added: result.added.map((b) => after[b]),
    removed: result.removed.map((a) => before[a]),
    moved: result.moved.map((b) => after[b]),
  };
}

describe('diffSequences', () => {
  test('sees an added duplicate', () => {
    expect(diff(['a', 'b'], ['a', 'a', 'b'])).toEqual({ added: ['a'], removed: [], moved: [] });
  });
  test('sees a pure move', () => {
    expect(diff(['a', 'b', 'c'], ['b', 'c', 'a'])).toEqual({ added: [], removed: [], moved: ['a'] });
  });
  test('sees a change as one added and one removed', () => {
    expect(diff(['a', 'x', 'c'], ['a', 'y', 'c'])).toEqual({ added: ['y'], removed: ['x'], moved: [] });
  });
  test('reports nothing for equal lists', () => {
    expect(diff(['a', 'b'], ['a', 'b'])).toEqual({ added: [], removed: [], moved: [] });
  });

  test('property: before minus removed and after minus added hold the same lines, in the same order when nothing moved', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (before, after) => {
        const { added, removed, moved } = diffSequences(
          before.length,
          after.length,
          (a, b) => before[a] === after[b],
          (a) => before[a] as string,
          (b) => after[b] as string,
        );
        const kept = before.filter((_, at) => !removed.includes(at));
        const stays = after.filter((_, at) => !added.includes(at));
        expect(kept.toSorted()).toEqual(stays.toSorted());
        if (moved.length === 0) expect(kept).toEqual(stays);
      }),
    );
  });
});
