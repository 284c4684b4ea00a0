/** A capture as refs ask about it: the line of an element, and the levels around it, nearest first. */
import { documentOf } from '../dom.js';
import type { Env } from '../env.js';
import type { Capture, Entry } from '../model.js';
import type { PageWorld } from '../world.js';
import { Level, Siblings } from './levels.js';
import { elementOf, Material, rangesOf } from './material.js';

/** Levels looked at in all, frames included. */
const LEVEL_LIMIT = 12;
const FEW_LOOKUPS = 8;

/** What is asked of one capture again and again, made once. */
export class CaptureIndex {
  readonly capture: Capture;
  readonly #makeEnv: () => Env;
  #env: Env | undefined;
  readonly #world: PageWorld;
  #containers: readonly Material[] | undefined;
  #groups: Map<string, Siblings> | undefined;
  #owned: WeakMap<Element, Material> | undefined;
  #entries: WeakMap<Element, Entry> | undefined;
  #lookups = 0;
  readonly #levels = new Map<Material, Level[]>();

  constructor(capture: Capture, world: PageWorld, makeEnv: () => Env) {
    this.capture = capture;
    this.#makeEnv = makeEnv;
    this.#world = world;
  }

  /** Caches for reading attributes of its elements, for the time of one question. */
  get env(): Env {
    this.#env ??= this.#makeEnv();
    return this.#env;
  }

  /** Ends a question: a capture that is kept for cursors must not keep the page alive through this. */
  rest(): void {
    this.#env = undefined;
  }

  /** The line of an element itself, not of text in it. */
  entryOf(element: Element): Entry | undefined {
    // For a few questions a look through all lines is cheaper than a map of them.
    if (!this.#entries && this.#lookups++ < FEW_LOOKUPS) {
      return this.capture.entries.find((entry) => entry && entry.role !== 'text' && elementOf(entry.node) === element);
    }
    this.#entries ??= this.#mapEntries();
    return this.#entries.get(element);
  }

  #mapEntries(): WeakMap<Element, Entry> {
    const map = new WeakMap<Element, Entry>();
    for (const entry of this.capture.entries) {
      const node = entry && entry.role !== 'text' ? elementOf(entry.node) : undefined;
      if (node && !map.has(node)) map.set(node, entry);
    }
    return map;
  }

  levelsOf(entry: Entry): readonly Level[] {
    const element = elementOf(entry.node);
    const own = element && this.#containerAt(element);
    return this.#levelsFrom(own ?? this.#materials[entry.container], own, entry.doc);
  }

  /** Of an element that has no line, because nobody can see it. */
  levelsAround(element: Element): readonly Level[] {
    for (let at: Element | undefined = element; at; at = this.env.flatParent(at)) {
      const container = this.#containerAt(at);
      const doc = this.#documentIndex(element) ?? -1;
      if (container) return this.#levelsFrom(container, at === element ? container : undefined, doc);
    }
    return this.#levelsFrom(undefined, undefined, this.#documentIndex(element) ?? -1);
  }

  #levelsFrom(nearest: Material | undefined, own: Material | undefined, start: number): Level[] {
    const levels: Level[] = [];
    let container = nearest;
    let doc = start;
    for (;;) {
      for (; container && levels.length < LEVEL_LIMIT; container = this.#materials[container.parent]) {
        levels.push(this.#level(container, levels.length, container === own));
        const node = elementOf(container.node);
        if (node) doc = this.#documentIndex(node) ?? doc;
      }
      const owner = this.#ownerEntry(doc);
      if (!owner || levels.length >= LEVEL_LIMIT) return levels;
      doc = owner.doc;
      container = this.#materials[owner.container];
    }
  }

  get #materials(): readonly Material[] {
    if (!this.#containers) {
      const { first, last } = rangesOf(this.capture);
      this.#containers = this.capture.containers.map(
        (container, at) => new Material(container, this.capture, first[at] ?? 1, last[at] ?? 0),
      );
    }
    return this.#containers;
  }

  #level(container: Material, depth: number, isSelf: boolean): Level {
    if (isSelf) return this.#make(container, depth, true);
    let byDepth = this.#levels.get(container);
    if (!byDepth) {
      byDepth = [];
      this.#levels.set(container, byDepth);
    }
    byDepth[depth] ??= this.#make(container, depth, false);
    return byDepth[depth];
  }

  #make(container: Material, depth: number, isSelf: boolean): Level {
    return new Level(container, () => this.#siblings(container), depth, isSelf);
  }

  #siblings(container: Material): Siblings {
    this.#groups ??= this.#group();
    return this.#groups.get(groupOf(container)) ?? new Siblings([container]);
  }

  #group(): Map<string, Siblings> {
    const lists = new Map<string, Material[]>();
    for (const container of this.#materials) {
      const key = groupOf(container);
      const list = lists.get(key);
      if (list) list.push(container);
      else lists.set(key, [container]);
    }
    return new Map([...lists].map(([key, list]) => [key, new Siblings(list)]));
  }

  #containerAt(element: Element): Material | undefined {
    if (!this.#owned) {
      this.#owned = new WeakMap();
      for (const container of this.#materials) {
        const node = elementOf(container.node);
        if (node) this.#owned.set(node, container);
      }
    }
    return this.#owned.get(element);
  }

  #documentIndex(node: Element): number | undefined {
    const nonce = this.#world.nonce(documentOf(node));
    const index = this.capture.documents.findIndex((document) => document.nonce === nonce);
    return index < 0 ? undefined : index;
  }

  #ownerEntry(doc: number): Entry | undefined {
    const id = this.capture.documents[doc]?.owner;
    const owner = id === undefined ? undefined : this.#world.element(id);
    return owner && this.entryOf(owner);
  }
}

function groupOf(container: Material): string {
  return `${container.kind}|${container.parent}`;
}
