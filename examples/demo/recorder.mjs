/** Writes down every call: for the terminal at once, for the report at the end. */
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Longest text of a result kept for the report, in characters. */
const MAX_TEXT = 12_000;

const slug = (name) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** What a record keeps of a result. */
function outcomeOf(result) {
  const text = result.content.map((block) => (block.type === 'text' ? block.text : `[picture, ${block.mimeType}]`)).join('\n');
  return {
    ok: result.ok,
    ...(result.ok ? {} : { error: result.error }),
    ...(result.evidence ? { evidence: result.evidence } : {}),
    ...(result.tabId === undefined ? {} : { tabId: result.tabId }),
    ...(result.ok && result.data?.tokens !== undefined ? { tokens: result.data.tokens } : {}),
    ...(result.ok && result.data?.nodes ? { lines: result.data.nodes.length, more: result.data.cursor !== undefined } : {}),
    text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\n… (${text.length - MAX_TEXT} more characters)` : text,
  };
}

export class Recorder {
  #terminal;
  #folder;
  #pictures = 0;
  #chapter = '';
  #saved = 0;
  /** All calls so far, oldest first. */
  calls = [];
  /** Pictures by name, oldest first: `{ name, file, call }`. */
  pictures = [];

  /**
   * @param {string} folder of the report
   * @param {import('./terminal.mjs').Terminal} terminal
   */
  constructor(folder, terminal) {
    this.#folder = folder;
    this.#terminal = terminal;
    const pictures = join(folder, 'screenshots');
    mkdirSync(pictures, { recursive: true });
    // Those of an earlier run into the same folder.
    for (const file of readdirSync(pictures)) if (/^\d\d-.*\.png$/.test(file)) rmSync(join(pictures, file));
    writeFileSync(join(folder, 'calls.jsonl'), '');
  }

  /** Listens to what the session tells of its calls. */
  follow(session) {
    session.events.on('call_proposed', ({ callId, input }) => this.#note(callId, { input }));
    session.events.on('gate_decided', ({ callId, verdict, rule, reason }) => this.#note(callId, { decision: { verdict, rule, reason } }));
    session.events.on('approval_answered', ({ callId, decision }) => this.#note(callId, { answer: decision }));
  }

  chapter(title) {
    this.#chapter = title;
    this.#terminal.chapter(title);
  }

  /**
   * @param {string} tool
   * @param {string} target in words
   * @param {string} place what that stands in
   * @returns {string} the id of the call
   */
  begin(tool, target, place) {
    this.save();
    const n = this.calls.length + 1;
    const call = {
      n,
      id: `call-${n}`,
      chapter: this.#chapter,
      tool,
      target,
      place,
      at: new Date().toISOString(),
      start: performance.now(),
    };
    this.calls.push(call);
    return call.id;
  }

  end(id, result) {
    const call = this.#of(id);
    const { start } = call;
    delete call.start;
    Object.assign(call, { ms: Math.round((performance.now() - start) * 10) / 10 }, outcomeOf(result));
    this.#terminal.call(call);
  }

  /** Writes the finished calls to calls.jsonl. */
  save() {
    const finished = this.calls.filter((call) => call.ms !== undefined);
    const lines = finished.slice(this.#saved).map((call) => `${JSON.stringify(call)}\n`);
    appendFileSync(join(this.#folder, 'calls.jsonl'), lines.join(''));
    this.#saved = finished.length;
  }

  /**
   * An approval as it was asked and answered.
   * @param {import('../../src/index.js').ApprovalRequest} request
   */
  approval(request, answer) {
    const { preview, flags, decision, facts } = request;
    const asked = { preview, flags, reason: decision.reason, facts: factLines(facts), note: answer.note ?? '' };
    this.#note(request.callId, { approval: asked });
    this.#terminal.approval(asked, answer);
  }

  keepPicture(name, base64) {
    const file = `screenshots/${String(++this.#pictures).padStart(2, '0')}-${slug(name)}.png`;
    writeFileSync(join(this.#folder, file), Buffer.from(base64, 'base64'));
    const call = this.calls.at(-1);
    call.picture = file;
    this.pictures.push({ name, file, call: call.n });
  }

  #of(id) {
    return this.calls.find((call) => call.id === id);
  }

  #note(id, facts) {
    const call = this.#of(id);
    if (call) Object.assign(call, facts);
  }
}

/** The facts of a call that a person wants to know before they say yes. */
function factLines({ origins, topOrigin, targets, payload, elementMismatch }) {
  const [target] = targets;
  const isElsewhere = origins.some((origin) => origin !== topOrigin);
  return [
    `on ${origins.join(', ')}${isElsewhere ? ` inside ${topOrigin}` : ''}`,
    target?.inputType && `input type ${target.inputType}`,
    target?.autocomplete && `autocomplete ${target.autocomplete}`,
    target?.submits && `submits by ${target.formMethod ?? 'get'} to ${target.formAction}`,
    payload.length > 0 && `holds ${payload.join(', ').replaceAll('_', ' ')}`,
    elementMismatch && 'described as something else than it is',
  ].filter(Boolean);
}
