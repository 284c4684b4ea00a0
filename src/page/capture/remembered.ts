/** The model of the last unscoped walk, with what decides whether it still holds. */
import type { WireDocument } from '../../shared/page-api.js';
import type { Findings } from './collector.js';
import type { LineContainer } from './containers.js';
import type { DocumentState } from './frame.js';
import type { Line } from './line.js';
import type { Notes } from './noted.js';
import type { Surroundings, Watched } from './surroundings.js';

export interface Remembered {
  readonly entries: Line[];
  readonly containers: LineContainer[];
  readonly findings: Findings;
  readonly documents: WireDocument[];
  readonly states: readonly DocumentState[];
  readonly roots: readonly Node[];
  readonly notes: Notes;
  readonly surroundings: Surroundings;
  readonly watched: readonly Watched[];
  /** Lines of elements, texts left out; made when first needed. */
  lines: Map<Element, Line> | undefined;
  /** Indexes of lines with live facts; made when first needed. */
  live: readonly number[] | undefined;
  /** What Node and others told the world: listeners, closed roots, semantics. */
  readonly told: number;
  /** Updates since the last full walk. */
  readonly updates: number;
}

export function linesByElement(model: Remembered): Map<Element, Line> {
  if (!model.lines) {
    model.lines = new Map();
    for (let i = 1; i < model.entries.length; i++) {
      const line = model.entries[i] as Line;
      if (line.role !== 'text') model.lines.set(line.node as Element, line);
    }
  }
  return model.lines;
}
