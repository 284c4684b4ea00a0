/** Perception that tells of the snapshots it takes. */
import type { EventBody } from '../registry/events.js';
import type { Perception } from '../snapshot/types.js';

export function observePerception(perception: Perception, emit: (event: EventBody) => void): Perception {
  return {
    ...perception,
    async read(tab, options, call) {
      const data = await perception.read(tab, options, call);
      const { snapshotId, url, tokens, nodes, timings } = data;
      emit({ type: 'snapshot_taken', snapshotId, url, tokens, nodes: nodes.length, ...timings });
      return data;
    },
  };
}
