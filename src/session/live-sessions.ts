/** Sessions of this process that are not disposed of: their unfinished calls may still be running. */
import { sharedMap } from '../bridge/one-per-process.js';

export function liveSessions(): Set<string> {
  const shared = sharedMap<NodeJS.Process, Set<string>>('live sessions');
  const ids = shared.get(process) ?? new Set<string>();
  shared.set(process, ids);
  return ids;
}
