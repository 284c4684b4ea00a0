import { expect, test } from 'vitest';
import { MemoryJournal } from '../../src/journal/memory-journal.js';
import type { SessionEvent } from '../../src/shared/events.js';

const done = (seq: number, callId: string): SessionEvent => ({
  v: 1,
  at: 0,
  seq,
  sessionId: 's',
  type: 'call_done',
  callId,
  tool: 'poke',
  ok: true,
  ms: 1,
  text: 'a long text',
});

test('the last entries are kept, oldest first, without the texts of results', () => {
  const journal = new MemoryJournal(3);
  for (let i = 1; i <= 20; i++) journal.append(done(i, `c${i % 2}`));
  expect(journal.entries().map((event) => event.seq)).toEqual([18, 19, 20]);
  expect(journal.entries('c0').map((event) => event.seq)).toEqual([18, 20]);
  expect(JSON.stringify(journal.entries())).not.toContain('a long text');
});
