/** A strict reader of snapshot text: the line grammar written down once more, so that printing and reading check each other. */

export interface ParsedLine {
  readonly depth: number;
  readonly role: string;
  readonly name: string;
  /** Marks in order, `[key]` as `true`; `[ref=…]`, `[more=…]` and `[context]` left out. */
  readonly marks: ReadonlyMap<string, string | true>;
  readonly ref?: string;
  readonly more?: string;
  readonly isContext: boolean;
}
export interface ParsedSnapshot {
  readonly kind: string;
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly lines: readonly ParsedLine[];
  /** Closing lines, as they are. */
  readonly tail: readonly string[];
}

const HEAD = /^# ([A-Z][A-Za-z ,]+) \(([sc][a-z0-9]+(?:_\d+)+)\)$/;
const STRING = /^"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"/;
const MARK = /^ \[([A-Za-z][\w-]*)(?:=("(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"|[^\s\]"]+))?\]/;

/** @throws Error naming the line that is not of the grammar */
export function parseSnapshot(text: string): ParsedSnapshot {
  const [first, url, title, empty, ...rest] = text.split('\n');
  const head = HEAD.exec(first ?? '');
  if (!head || !url?.startsWith('URL: ') || !title?.startsWith('Title: ') || empty !== '')
    throw new Error(`No header in:\n${text.slice(0, 300)}`);
  const lines: ParsedLine[] = [];
  const tail: string[] = [];
  for (const line of rest) {
    if (tail.length === 0 && /^ *- /.test(line)) lines.push(parseLine(line));
    else if (/^\[[^[\]]+\]$/.test(line)) tail.push(line);
    else if (line !== '') throw new Error(`Not of the grammar: ${JSON.stringify(line)}`);
  }
  return { kind: head[1] as string, id: head[2] as string, url: url.slice(5), title: title.slice(7), lines, tail };
}

function parseLine(line: string): ParsedLine {
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  if (indent % 2 !== 0) throw new Error(`Odd indent: ${JSON.stringify(line)}`);
  const depth = indent / 2;
  const body = line.slice(indent + 2);
  if (body.startsWith('… ')) return parseMore(body, depth, line);
  const role = /^[a-z][a-z-]*/.exec(body)?.[0];
  if (role === undefined) throw new Error(`No role: ${JSON.stringify(line)}`);
  let at = role.length;
  if (role === 'text') {
    if (!body.startsWith(': "', at)) throw new Error(`No text: ${JSON.stringify(line)}`);
    at += 2;
  } else if (body.startsWith(' "', at)) at += 1;
  let name = '';
  const quoted = STRING.exec(body.slice(at))?.[0];
  if (quoted !== undefined) {
    name = JSON.parse(quoted) as string;
    at += quoted.length;
  }
  return { depth, role, name, ...parseMarks(body.slice(at), line) };
}

function parseMarks(text: string, line: string): Pick<ParsedLine, 'marks' | 'isContext' | 'ref'> {
  const marks = new Map<string, string | true>();
  let left = text;
  let ref: string | undefined;
  let isContext = false;
  while (left !== '') {
    const mark = MARK.exec(left);
    if (!mark || ref !== undefined) throw new Error(`Not a mark at ${JSON.stringify(left.slice(0, 40))} in ${JSON.stringify(line)}`);
    const [whole, key, value] = mark as unknown as [string, string, string | undefined];
    if (key === 'ref') ref = value;
    else if (key === 'context') isContext = true;
    else if (marks.has(key)) throw new Error(`Twice ${key} in ${JSON.stringify(line)}`);
    else marks.set(key, value === undefined ? true : value.startsWith('"') ? (JSON.parse(value) as string) : value);
    left = left.slice(whole.length);
  }
  return { marks, isContext, ...(ref === undefined ? {} : { ref }) };
}

function parseMore(body: string, depth: number, line: string): ParsedLine {
  const match = /^… ([^[\]]+?)(?: \[more=(k\d+_\d+_\d+_\d+)\])?$/.exec(body);
  if (!match) throw new Error(`Not an elision: ${JSON.stringify(line)}`);
  return {
    depth,
    role: 'more',
    name: match[1] as string,
    marks: new Map(),
    isContext: false,
    ...(match[2] === undefined ? {} : { more: match[2] }),
  };
}
