/** A snapshot as tuples: what can be acted on, by its place in the tree of such elements. */
import type { ElementTuple, PathTarget, ReadableElement } from '../shared/content.js';
import type { SnapshotNode } from '../shared/snapshot.js';

interface Place {
  readonly depth: number;
  readonly path: string;
  /** Path inside the frame. */
  readonly inner: string;
  /** 0 for the top document, then in the order of the page. */
  readonly frame: number;
  readonly target: PathTarget | undefined;
  children: number;
  readonly isFrame: boolean;
}

/**
 * Everything with a ref, and the options of closed dropdowns, which have none of their own.
 * @param redact masks secrets in what is told
 */
export function readableElements(nodes: readonly SnapshotNode[], redact: (text: string) => string): readonly ReadableElement[] {
  const open: Place[] = [{ depth: -1, path: '0', inner: '0', frame: 0, target: undefined, children: 0, isFrame: false }];
  const elements: ReadableElement[] = [];
  let frames = 0;
  for (const node of nodes) {
    while ((open.at(-1)?.depth ?? -1) >= node.depth) open.pop();
    const parent = open.at(-1);
    if (!parent || node.context) continue;
    const target = targetOf(node, parent);
    if (!target) continue;
    const isFrame = node.role === 'iframe';
    const index = parent.children++;
    const place = {
      path: `${parent.path}.${index}`,
      inner: `${parent.isFrame ? '0' : parent.inner}.${index}`,
      frame: parent.frame,
    };
    const tuple = tupleOf(place.path, node, redact);
    elements.push({ tuple, inFrame: `${place.frame}:${place.inner}`, target });
    open.push({ ...place, depth: node.depth, frame: isFrame ? ++frames : place.frame, target, children: 0, isFrame });
  }
  return elements;
}

function targetOf({ ref, role, name, type }: SnapshotNode, parent: Place): PathTarget | undefined {
  if (ref !== undefined) return { ref, role, name, ...(type === 'file' ? { isFile: true } : {}) };
  const owner = parent.target;
  return role === 'option' && owner?.role === 'combobox' && owner.option === undefined
    ? { ref: owner.ref, role, name, option: name }
    : undefined;
}

function tupleOf(path: string, node: SnapshotNode, redact: (text: string) => string): ElementTuple {
  const text = redact(node.name === '' ? (node.hint ?? '') : node.name);
  const value = redact(toldValue(node));
  return value === '' ? [path, node.role, text] : [path, node.role, text, value];
}

function toldValue({ value, states }: SnapshotNode): string {
  if (states['checked'] === true) return 'checked';
  if (states['checked'] === 'mixed') return 'mixed';
  if (states['selected'] === true) return 'selected';
  return value ?? '';
}
