/** A host that is killed: a real pipeline and a real journal. The named hook of the call sends SIGKILL to the process itself. */
import { writeSync } from 'node:fs';
import { z } from 'zod';
import { JsonlJournal } from '../../src/journal/jsonl-journal.js';
import { FakeSession, fakeTool } from '../registry/support.js';

const [, , path = '', state = '', recovery = 'never-retry', effects = 'write', run = '0'] = process.argv;

/** Dies at once, as a process does that is killed: no handler runs, nothing is flushed. */
function die(here: string): void {
  if (here !== state) return;
  writeSync(1, `died at ${here}\n`);
  process.kill(process.pid, 'SIGKILL');
  // The signal comes when the kernel delivers it; until then nothing else may happen.
  for (;;);
}

const journal = new JsonlJournal(path);
const session = new FakeSession({
  name: `session_${run}`,
  journal: {
    // A process can also die between two writes, or in the middle of one.
    append(event) {
      if (event.type === 'call_done') die('done-unwritten');
      if (event.type === 'call_dispatching' && state === 'half-dispatching') {
        const text = JSON.stringify(event);
        journal.append({ ...event, type: 'call_settled', attemptId: 'nobody', settlement: 'done' });
        halfLine(text.slice(0, text.length / 2));
        die('half-dispatching');
      }
      journal.append(event);
      if (event.type === 'call_proposed') die('proposed');
      if (event.type === 'gate_decided' && event.verdict === 'ask') die('asked');
      if (event.type === 'approval_requested') die('approval-requested');
      if (event.type === 'approval_answered') die('approved');
      if (event.type === 'call_started') die('started');
      if (event.type === 'call_dispatching') die('dispatching');
      if (event.type === 'call_done') die('done');
    },
    read: () => journal.read(),
  },
  gatekeeper: { policy: 'always', onApproval: () => ({ decision: 'once' }) },
  tools: [
    fakeTool({
      effects: effects as 'read' | 'write',
      recovery: recovery as 'never-retry',
      input: z.strictObject({ run: z.string().describe('Run.') }),
      target: () => ({}),
      async execute(_, context) {
        context.recheck(undefined);
        context.dispatching();
        writeSync(1, 'sent\n');
        die('sent');
        return { data: {}, content: [{ type: 'text', text: 'Poked.' }] };
      },
    }),
  ],
});

/** What a write leaves that the process did not live to finish. */
function halfLine(text: string): void {
  const { openSync, writeSync: write } = process.getBuiltinModule('node:fs');
  write(openSync(path, 'a'), text);
}

const result = await session.call('poke', { run }, { callId: 'call_1' });
writeSync(1, `ended ${result.ok}\n`);
