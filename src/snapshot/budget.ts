/** Holds a stitched page to its token budget: the last word, with the session's own token counter. */
import type { StitchedNode } from './tree.js';

export type CountTokens = (text: string) => number;

export interface Fitted {
  /** In document order. */
  readonly kept: readonly StitchedNode[];
  readonly dropped: readonly StitchedNode[];
}

/** Index of the parent line of each line, -1 at the top. */
function parentsOf(nodes: readonly StitchedNode[]): number[] {
  const chain: number[] = [];
  return nodes.map((node, at) => {
    while (chain.length && (nodes[chain.at(-1) as number] as StitchedNode).depth >= node.depth) chain.pop();
    const parent = chain.at(-1) ?? -1;
    chain.push(at);
    return parent;
  });
}

/**
 * Keeps as many lines as fit, most important classes first, each with its ancestors.
 * @param nodes lines in document order
 * @param cost tokens of each line, its line break included
 * @param budget tokens
 */
export function fit(nodes: readonly StitchedNode[], cost: readonly number[], budget: number): Fitted {
  const total = cost.reduce((sum, one) => sum + one, 0);
  if (total <= budget) return { kept: nodes, dropped: [] };
  const parents = parentsOf(nodes);
  const keep = new Uint8Array(nodes.length);
  let left = budget;
  const order = nodes
    .map((_, at) => at)
    .sort((a, b) => (nodes[a] as StitchedNode).node.keep - (nodes[b] as StitchedNode).node.keep || a - b);
  for (const at of order) {
    const need: number[] = [];
    let sum = 0;
    for (let up = at; up >= 0 && !keep[up]; up = parents[up] as number) {
      need.push(up);
      sum += cost[up] as number;
    }
    if (sum > left) continue;
    left -= sum;
    for (const one of need) keep[one] = 1;
  }
  return { kept: nodes.filter((_, at) => keep[at]), dropped: nodes.filter((_, at) => !keep[at]) };
}
