/** Pages of known size, written on the spot. */

const WORDS = 'river stone lamp cedar tide copper meadow signal harbour thread ember quarry willow compass orchard anchor'.split(' ');
const word = (n) => WORDS[n % WORDS.length];
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('');
const mark = (n) => `unit-${String(n).padStart(4, '0')}`;
const whole = (body, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title>${head}</head><body><header><nav aria-label="Site">${times(20, (n) => `<a href="/section/${n}">Section ${n}</a> `)}</nav></header><main>${body}</main></body></html>`;

/** A line of made-up words, always the same for the same number. */
const prose = (n, length) => `${times(length, (i) => `${word(n * 5 + i * 3)} `)}and so on.`;

/** Five cells a row: text, link, checkbox, button, text. */
export const tableRow = (n) =>
  `<tr><th scope="row">${mark(n)}</th><td><a href="/item/${n}">Open ${word(n)} ${n}</a></td><td><input type="checkbox" aria-label="Choose ${mark(n)}"></td><td><button type="button">Edit</button></td><td>${word(n * 3)} ${word(n + 7)}, ${n % 90} days</td></tr>`;

export const table = (rows) =>
  whole(
    `<h1>Stock</h1><table><caption>Stock</caption><thead><tr><th>Unit</th><th>Page</th><th>Choose</th><th>Change</th><th>Note</th></tr></thead><tbody>${times(rows, tableRow)}</tbody></table>`,
  );

const article = (paragraphs) =>
  whole(
    `<article><h1>A long read</h1>${times(paragraphs, (n) => `${n % 12 === 0 ? `<h2>Chapter ${n / 12 + 1}</h2>` : ''}<p>${mark(n)} ${prose(n, 18)} See <a href="/note/${n}">note ${n}</a> and <em>${word(n + 2)}</em>.</p>`)}</article>`,
  );

const form = (fields) =>
  whole(
    `<form aria-label="Order sheet">${times(fields, (n) => `<p><label for="f${n}">Amount of ${mark(n)}</label> <input id="f${n}" value="${n}"> <select aria-label="Size of ${mark(n)}"><option>Small</option><option>Large</option></select></p>`)}<button>Send</button></form>`,
  );

const cards = (count) =>
  whole(
    `<h1>Offers</h1>${times(count, (n) => `<div class="card"><div class="pic"></div><div><b>${word(n)} ${mark(n)}</b><div>${prose(n, 5)}</div></div></div>`)}`,
    '<style>.card{cursor:pointer;display:flex;gap:8px;padding:6px}.pic{width:40px;height:40px;background:#ccd}</style>',
  );

const components = (count) =>
  whole(
    `<h1>Tiles</h1><div id="here"></div><script>
class Tile extends HTMLElement {
  connectedCallback() {
    const n = this.dataset.n;
    this.attachShadow({ mode: 'open' }).innerHTML = '<section><h3>Tile ' + n + '</h3><p><slot></slot></p><button>Pick ' + n + '</button></section>';
  }
}
customElements.define('bench-tile', Tile);
document.getElementById('here').innerHTML = Array.from({ length: ${count} }, (_, n) => '<bench-tile data-n="' + n + '">unit-' + String(n).padStart(4, '0') + '</bench-tile>').join('');
</script>`,
  );

const tree = (depth, width, path = '1') =>
  depth === 0
    ? ''
    : `<ul>${times(width, (n) => `<li><span>Branch ${path}.${n}</span> <button type="button">Fold ${path}.${n}</button>${tree(depth - 1, width, `${path}.${n}`)}</li>`)}</ul>`;

const frames = (count) =>
  whole(
    `<h1>Frames</h1>${times(count, (n) => `<iframe title="Frame ${n}" width="300" height="70" srcdoc="<p>Inside ${n}</p><button>Press ${n}</button>"></iframe>`)}`,
  );

/** `[name, html]` for the comparison of speed. */
export const SPEED_PAGES = [
  ['form, 12 fields', form(12)],
  ['table, 100 rows', table(100)],
  ['table, 1,000 rows', table(1000)],
  ['table, 5,000 rows', table(5000)],
  ['article, 300 paragraphs', article(300)],
  ['article, 2,500 paragraphs', article(2500)],
  ['cards, 1,500 clickable', cards(1500)],
  ['tree, 1,500 nodes', whole(tree(4, 6))],
  ['components, 1,500 shadow roots', components(1500)],
  ['frames, 40', frames(40)],
];

/** `[name, html, units]`: every unit is named once, and has to be found once when all parts are read. */
export const PAGING_PAGES = [
  ['table, 500 rows', table(500), 500],
  ['article, 900 paragraphs', article(900), 900],
  ['form, 250 fields', form(250), 250],
  ['cards, 400', cards(400), 400],
];

/** A page on which nothing happens but what is asked for. */
export const QUIET_PAGE = `<!doctype html><title>Quiet</title><main><h1>Quiet</h1><button type="button">Count</button><p id="out">0</p><label>Name <input></label></main>
<script>{ let count = 0; document.querySelector('button').onclick = () => { document.getElementById('out').textContent = String(++count); }; }</script>`;
