/** The text of content alone, lines kept: for code, and to see whether there is any. */
import type { ContentNode } from './content-tree.js';

export function plainText(nodes: readonly ContentNode[]): string {
  let out = '';
  const lineBreak = (): void => {
    if (out !== '' && !out.endsWith('\n')) out += '\n';
  };
  const visit = (list: readonly ContentNode[]): void => {
    for (const node of list) {
      if (node.type === 'text') out += node.value;
      else if (node.type === 'break') out += '\n';
      else if (node.type === 'gap') lineBreak();
      else {
        if (node.isBlock) lineBreak();
        visit(node.children);
        if (node.isBlock) lineBreak();
      }
    }
  };
  visit(nodes);
  return out;
}
