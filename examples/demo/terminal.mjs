/** What the demo prints. */
import { env, stdout } from 'node:process';
import { effectWords } from './effects.mjs';

const isColoured = Boolean(stdout.isTTY) && !env['NO_COLOR'];
const paint = (code) => (text) => (isColoured ? `\x1b[${code}m${text}\x1b[0m` : text);
export const style = { bold: paint('1'), dim: paint('2'), green: paint('32'), red: paint('31'), yellow: paint('33'), cyan: paint('36') };

const WIDTH = { tool: 14, target: 74, result: 10, ms: 7, tokens: 9 };
const MESSAGE = 130;
const INDENT = ' '.repeat(4 + 1);

function clip(text, width) {
  const line = text.replace(/\s+/g, ' ');
  return line.length > width ? `${line.slice(0, width - 1)}…` : line.padEnd(width);
}

/** The first sentences of a message; the report has it all. */
const brief = (message) => (message.length > MESSAGE ? `${message.slice(0, MESSAGE)}…` : message);

/** Words for what a call was about when it had no target. */
function subject({ tool, target, input = {}, lines, more }) {
  if (tool === 'navigate' || tool === 'tab_open') return input.url ?? '';
  if (tool === 'read_page')
    return [target, lines !== undefined && `${lines} lines${more ? ', more to read' : ''}`].filter(Boolean).join(', ');
  if (tool === 'find_in_page') return `${JSON.stringify(input.query)}${lines === undefined ? '' : `, ${lines} lines`}`;
  if (tool === 'wait_for') return input.text ? `text ${JSON.stringify(input.text)}` : `${input.timeMs} ms`;
  return target;
}

/** What was entered or chosen, shown behind the target. */
function entered({ text, secret, values, key, dialog } = {}) {
  if (secret !== undefined) return `← secret "${secret}"`;
  if (text !== undefined) return `← ${JSON.stringify(text)}`;
  if (values !== undefined) return `← ${values.join(', ')}`;
  if (key !== undefined) return `← ${key}`;
  return dialog === undefined ? '' : `(dialog: ${typeof dialog === 'string' ? dialog : 'accept'})`;
}

export class Terminal {
  #chapters = 0;

  line(text = '') {
    stdout.write(`${text}\n`);
  }

  chapter(title) {
    this.line(`\n${style.bold(`${++this.#chapters}  ${title}`)}`);
  }

  /** One call: a line, and a second one for what it did or why it failed. */
  call(call) {
    const { n, tool, ok, error, evidence, ms, tokens } = call;
    const isPlain = tool === 'wait_for' || tool === 'navigate';
    const what = [subject(call), isPlain ? '' : entered(call.input), call.place].filter(Boolean).join(' ');
    const result = ok ? style.green('ok'.padEnd(WIDTH.result)) : style.red(error.code.padEnd(WIDTH.result));
    const time = `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`.padStart(WIDTH.ms);
    const size = style.dim((tokens === undefined ? '' : `${tokens} tok`).padStart(WIDTH.tokens));
    this.line(`${String(n).padStart(4)} ${style.cyan(clip(tool, WIDTH.tool))}${clip(what, WIDTH.target)} ${result}${time}${size}`);
    const effects = effectWords(evidence?.effects);
    const recovered = evidence?.recovered === 'unique_match' ? ['ref recovered'] : [];
    if (!ok) this.#second(style.red(brief(error.message)));
    else if (effects.length + recovered.length > 0) this.#second(style.dim([...effects, ...recovered].join(' · ')));
  }

  #second(text) {
    this.line(`${INDENT}${' '.repeat(WIDTH.tool)}${text}`);
  }

  /** What was asked of the user, and the answer. */
  approval({ preview, flags, reason, facts }, { decision, note }) {
    const pad = `${INDENT}${style.yellow('approval'.padEnd(WIDTH.tool))}`;
    const blank = `${INDENT}${' '.repeat(WIDTH.tool)}`;
    this.line(`${pad}${preview}`);
    this.line(`${blank}${style.dim([reason, ...facts].join(' · '))}`);
    if (flags.length > 0) this.line(`${blank}${style.dim(`flags: ${flags.join(', ')}`)}`);
    const isYes = decision !== 'decline' && decision !== 'cancel';
    this.line(
      `${blank}${(isYes ? style.green : style.red)(isYes ? `yes, ${decision}` : `no, ${decision}`)}${note ? style.dim(` (${note})`) : ''}`,
    );
  }
}
