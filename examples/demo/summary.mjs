/** Figures of a run. */

const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.length === 0 ? 0 : sorted[sorted.length >> 1];
};
const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

const READS = new Set(['read_page', 'find_in_page']);
const WRITES = new Set(['click', 'type', 'select_option']);

/**
 * @param {readonly Record<string, any>[]} calls
 * @param {number} wholeMs
 */
export function summarise(calls, wholeMs) {
  const done = calls.filter((call) => call.ms !== undefined);
  const times = (isWanted) => done.filter(isWanted).map((call) => call.ms);
  const reads = times((call) => call.ok && READS.has(call.tool));
  const writes = times((call) => call.ok && WRITES.has(call.tool));
  const approvals = done.filter((call) => call.approval);
  const refusals = done.filter((call) => !call.ok);
  const tokens = done.reduce((sum, call) => sum + (call.tokens ?? 0), 0);
  const figures = [
    ['calls', `${done.length}`],
    ['time', `${(wholeMs / 1000).toFixed(1)} s`],
    ['tokens', `${tokens.toLocaleString('en-US')} of page text`],
    ['read', `${ms(median(reads))} median of ${reads.length}`],
    ['write', `${ms(median(writes))} median of ${writes.length}, settling and report included`],
    ['approvals', `${approvals.length} asked, ${approvals.filter((call) => call.ok).length} carried out`],
    ['refusals', refusals.map((call) => `${call.error.code} (call ${call.n})`).join(', ') || 'none'],
  ];
  return { figures, lines: figures.map(([name, value]) => `  ${name.padEnd(10)} ${value}`) };
}
