/** The report of a run: one HTML file with its own style and pictures, no script, no network. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { effectWords } from './effects.mjs';
import { STYLE } from './report-style.mjs';

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text) => String(text).replace(/[&<>"']/g, (char) => ENTITIES[char]);
const dataUrl = (file) => `data:image/png;base64,${readFileSync(file).toString('base64')}`;
const duration = (ms) => (ms === undefined ? '' : ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`);

/** Lines of a diff or snapshot, coloured by their first character; the fence around them is shown paler. */
function textBlock(text) {
  const kind = (line) => {
    if (/^<<<|^\[tabId=/.test(line)) return 'fence';
    if (/^\s*\+ /.test(line)) return 'added';
    return /^#|^[A-Z][a-z/ ]+:$/.test(line) ? 'head' : '';
  };
  const lines = text.split('\n').map((line) => {
    const name = kind(line);
    return name === '' ? html(line) : `<span class="${name}">${html(line)}</span>`;
  });
  return `<pre>${lines.join('\n')}</pre>`;
}

const row = (name, value) => (value ? `<dt>${name}</dt><dd>${value}</dd>` : '');

function decision({ decision: made, approval, answer }) {
  if (!made) return '';
  const asked = approval
    ? `<div class="asked"><b>${html(approval.preview)}</b><ul>${approval.facts.map((fact) => `<li>${html(fact)}</li>`).join('')}</ul>answered <b>${html(answer ?? '')}</b>${approval.note ? ` (${html(approval.note)})` : ''}</div>`
    : '';
  return `<span class="verdict ${html(made.verdict)}">${html(made.verdict)}</span> <code>${html(made.rule ?? '')}</code> ${html(made.reason ?? '')}${asked}`;
}

function evidence({ evidence: seen }) {
  if (!seen) return '';
  const steps = Object.entries(seen.timings).map(([name, value]) => `${name.replace(/Ms$/, '')} ${duration(value)}`);
  return `dispatch <b>${seen.dispatch}</b>, effect <b>${seen.effect}</b>${seen.recovered ? `, ref recovered as <b>${seen.recovered.replace('_', ' ')}</b>` : ''}<br><small>${steps.join(' · ')}</small>`;
}

/** What a call was about, in words. */
function about({ tool, target, place, input = {}, lines, more }) {
  const entered = input.secret
    ? `← secret ${input.secret}`
    : input.text && tool !== 'wait_for'
      ? `← ${input.text}`
      : (input.values ?? []).map((value) => `← ${value}`).join(' ');
  const size = tool === 'read_page' && lines !== undefined ? `${lines} lines${more ? ', more to read' : ''}` : '';
  const plain = target ? '' : (input.url ?? input.query ?? (tool === 'wait_for' ? input.text : undefined) ?? '');
  const words = [target, entered, place, plain].filter(Boolean).join(' ');
  return [words, size].filter(Boolean).join(', ');
}

/** A picture is in the file once, as a variable of the style. */
const image = ({ name, index }) =>
  `<span class="shot" role="img" aria-label="${html(name)}" style="background-image:var(--shot-${index})"></span>`;

function callItem(call, picture) {
  const { n, tool, ok, error, ms, tokens, input } = call;
  const state = ok ? (call.approval ? 'approved' : 'good') : 'bad';
  const effects = effectWords(call.evidence?.effects);
  const summary = `<summary><span class="n">${n}</span><span class="tool">${html(tool)}</span><span class="target">${html(about(call))}${effects.length > 0 ? `<small>${html(effects.join(' · '))}</small>` : ''}</span>${call.approval ? '<span class="chip ask">approved</span>' : ''}<span class="chip ${state}">${ok ? 'ok' : html(error?.code ?? 'no answer')}</span><span class="ms">${duration(ms)}</span></summary>`;
  const facts = [
    row('Input', input && `<code>${html(JSON.stringify(input))}</code>`),
    row('Decision', decision(call)),
    row('Evidence', evidence(call)),
    row('Effects', effects.map((text) => `<span class="effect">${html(text)}</span>`).join('')),
    row(
      'Failure',
      error && `<b>${html(error.code)}</b> in phase ${html(error.phase)}: ${html(error.message)}<br><small>${html(error.hint)}</small>`,
    ),
    row('Size', tokens === undefined ? '' : `${tokens} tokens`),
  ].join('');
  const shot = picture ? `<a href="${picture.file}">${image(picture)}</a>` : '';
  const text = call.text ? `<details class="text"><summary>What the model gets</summary>${textBlock(call.text)}</details>` : '';
  return `<li class="call ${state}" id="call-${n}"><details${picture || !ok || call.approval ? ' open' : ''}>${summary}<div class="body"><dl>${facts}</dl>${shot}${text}</div></details></li>`;
}

function chapters(calls, pictures) {
  const titles = [...new Set(calls.map((call) => call.chapter))];
  return titles
    .map((title, index) => {
      const items = calls
        .filter((call) => call.chapter === title)
        .map((call) =>
          callItem(
            call,
            pictures.find((picture) => picture.call === call.n),
          ),
        );
      return `<section><h2><span>${index + 1}</span>${html(title)}</h2><ol>${items.join('\n')}</ol></section>`;
    })
    .join('\n');
}

function outcome(order, failure) {
  if (order)
    return `<p class="outcome good">Order ${html(order.number)} verified: ${order.fields} fields as wanted, total ${html(order.total)}.</p>`;
  const words =
    failure?.expected === undefined
      ? html(failure?.message ?? failure)
      : `expected ${html(failure.expected)}<br>found ${html(failure.found)}`;
  return `<p class="outcome bad">The demo failed.<br>${words}</p>`;
}

/**
 * Writes `index.html`.
 * @param {string} folder where calls.jsonl and screenshots/ are
 * @returns {string} path of the file
 */
export function writeReport(folder, { calls, pictures: kept, order, failure, summary }) {
  const pictures = kept.map((picture, index) => ({ ...picture, index }));
  const shots = pictures.map(({ file, index }) => `--shot-${index}:url(${dataUrl(join(folder, file))})`).join(';');
  const strip = pictures.map((picture) => `<a href="#call-${picture.call}">${image(picture)}${html(picture.name)}</a>`).join('');
  const figures = summary.figures.map(([name, value]) => `<div><dt>${html(name)}</dt><dd>${html(value)}</dd></div>`).join('');
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>surehand demo, ${calls.length} calls</title>
<style>${STYLE}
:root{${shots}}</style>
</head>
<body>
<header><p class="brand">surehand</p><h1>A scripted agent buys a rain jacket</h1>${outcome(order, failure)}<dl class="figures">${figures}</dl></header>
<nav class="strip" aria-label="Stations">${strip}</nav>
<main>${chapters(calls, pictures)}</main>
<footer>Every call is a line of <a href="calls.jsonl">calls.jsonl</a>; the pictures are in screenshots/.</footer>
</body>
</html>
`;
  const file = join(folder, 'index.html');
  writeFileSync(file, page);
  return file;
}
