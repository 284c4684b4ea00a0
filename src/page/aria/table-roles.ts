/** Roles of what tables are made of; they follow the role of their table (HTML-AAM 1.0, table, tr, td, th). */
import {
  attribute,
  closest,
  firstElementOf,
  isHtml,
  nextElementOf,
  parentOf,
  previousElementOf,
  queryAll,
  tagOf,
  textContentOf,
} from '../dom.js';
import type { Env } from '../env.js';

/** table, grid or treegrid; '' when the table is something else, and its parts are nothing then. */
function tableRole(element: Element, env: Env): string {
  const table = closest(element, 'table');
  const role = table ? env.role(table) : '';
  return role === 'table' || role === 'grid' || role === 'treegrid' ? role : '';
}

export function rowGroupRole(element: Element, env: Env): string {
  return tableRole(element, env) ? 'rowgroup' : '';
}

export function rowRole(element: Element, env: Env): string {
  return tableRole(element, env) ? 'row' : '';
}

export function cellRole(element: Element, env: Env): string {
  const role = tableRole(element, env);
  return role === 'table' ? 'cell' : role ? 'gridcell' : '';
}

export function headerCellRole(element: Element, env: Env): string {
  const role = tableRole(element, env);
  if (!role) return '';
  const scope = attribute(element, 'scope')?.toLowerCase();
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  return guessedHeader(element) ?? '';
}

/** HTML 4.9.12.2, scope "auto": a header of the row when data stands beside it, else of the column; nothing in a table of one cell. */
function guessedHeader(element: Element): string | undefined {
  const before = previousElementOf(element);
  const after = nextElementOf(element);
  if (!before && !after) {
    const table = closest(element, 'table');
    return table && queryAll(table, 'tr').length > 1 ? 'columnheader' : undefined;
  }
  if (isData(before) || isData(after)) return 'rowheader';
  return rowHasData(element) && !isHeader(before) && !isHeader(after) ? 'rowheader' : 'columnheader';
}

function isData(cell: Element | null): boolean {
  return (
    cell !== null && tagOf(cell) === 'td' && isHtml(cell) && (firstElementOf(cell) !== null || (textContentOf(cell) ?? '').trim() !== '')
  );
}
function isHeader(cell: Element | null): boolean {
  return cell !== null && tagOf(cell) === 'th';
}
function rowHasData(element: Element): boolean {
  const row = parentOf(element) as Element;
  for (let cell = firstElementOf(row); cell; cell = nextElementOf(cell)) if (isData(cell)) return true;
  return false;
}
