/** Labels of controls (HTML 4.10.4). The `labels` property walks the whole tree for each control; this reads each tree once. */
import { labelControl, queryAll, rootOf } from '../dom.js';
import type { Env } from '../env.js';

/** Labels of a control in tree order. */
export function labelsFor(element: Element, env: Env): readonly Element[] {
  const root = rootOf(element);
  let labels = env.memo.labels.get(root);
  if (!labels) {
    labels = readLabels(root);
    env.memo.labels.set(root, labels);
  }
  return labels.get(element) ?? [];
}

function readLabels(root: Node): Map<Element, Element[]> {
  const labels = new Map<Element, Element[]>();
  for (const label of queryAll(root, 'label')) {
    const control = labelControl(label as HTMLLabelElement);
    if (!control) continue;
    const known = labels.get(control);
    if (known) known.push(label);
    else labels.set(control, [label]);
  }
  return labels;
}
