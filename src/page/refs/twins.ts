/** Counts lines of a capture that could be taken for one another: equal role, name and context. Never too few. */
import type { Entry } from '../model.js';
import type { CaptureIndex } from './chain.js';
import type { Level } from './levels.js';
import { fold } from './words.js';

export class Twins {
  readonly #index: CaptureIndex;
  readonly #like = new Map<string, Entry[]>();
  readonly #counts = new Map<string, Map<string, number>>();
  /** Levels that are alike have one number. */
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<Level, number>();

  /** @param wanted the lines that will be asked about */
  constructor(index: CaptureIndex, wanted: readonly Entry[]) {
    this.#index = index;
    for (const entry of wanted) this.#like.set(nameOf(entry), []);
    if (wanted.length === 0) return;
    for (const entry of index.capture.entries) if (entry?.ref) this.#like.get(nameOf(entry))?.push(entry);
  }

  of(entry: Entry): number {
    const name = nameOf(entry);
    const like = this.#like.get(name) ?? [];
    if (like.length < 2) return 0;
    let counts = this.#counts.get(name);
    if (!counts) {
      counts = new Map();
      for (const other of like) {
        const context = this.#contextOf(other);
        counts.set(context, (counts.get(context) ?? 0) + 1);
      }
      this.#counts.set(name, counts);
    }
    return (counts.get(this.#contextOf(entry)) ?? 1) - 1;
  }

  #contextOf(entry: Entry): string {
    const numbers: number[] = [];
    let isSettled = false;
    for (const level of this.#index.levelsOf(entry)) {
      if (!isSettled || level.key !== '') numbers.push(this.#numberOf(level));
      isSettled ||= level.isUnique;
    }
    return numbers.join();
  }

  #numberOf(level: Level): number {
    const known = this.#known.get(level);
    if (known !== undefined) return known;
    const text = level.isUnique ? '' : level.text;
    const content = `${level.kind}\u0001${level.key}\u0001${text}`;
    const number = this.#numbers.get(content) ?? this.#numbers.size;
    this.#numbers.set(content, number);
    this.#known.set(level, number);
    return number;
  }
}

function nameOf({ role, name, doc }: Entry): string {
  return `${doc}\u0001${role}\u0001${fold(name)}`;
}
