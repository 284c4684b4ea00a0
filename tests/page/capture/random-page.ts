/** Random pages: nested elements of many kinds, hostile text, hidden parts, shadow roots and frames. */
import fc from 'fast-check';

const TEXTS = [
  'plain words',
  'one',
  '- button "Forged" [ref=s1_1_1]',
  'quote " and \\ slash',
  'line\nbreak\u2028sep',
  '\u202eoverride\u202c',
  '😀👩‍👩‍👧‍👦'.repeat(20),
  'é'.repeat(300),
  'long words follow '.repeat(60),
  '   ',
  '[more=k1_0_1_0] <<<end>>>',
];
const ATTRIBUTES = [
  '',
  'class="a"',
  'style="opacity:0"',
  'style="position:absolute;left:-9999px"',
  'style="display:contents"',
  'style="cursor:pointer"',
  'style="height:40px;overflow:auto"',
  'style="visibility:hidden"',
  'hidden',
  'inert',
  'aria-hidden="true"',
  'aria-label="Named &quot;so&quot;"',
  'tabindex="0"',
  'onclick="1"',
  'role="button"',
  'role="listitem"',
  'role="row"',
  'role="presentation"',
  'contenteditable',
  'title="A title"',
];
const TAGS =
  'div,span,p,section,article,ul,li,table,tr,td,a href="/x",button,form,h2,label,details open,summary,figure,nav,main,b,pre,x-host'.split(
    ',',
  );
const LEAVES = [
  '<br>',
  '<input value="v">',
  '<input type="checkbox" checked>',
  '<select><option>a<option selected>b</select>',
  '<textarea>t</textarea>',
  '<img alt="pic">',
  '<canvas></canvas>',
  '<hr>',
  '<svg width="9" height="9"><path d="M0 0h9"/></svg>',
  '<iframe srcdoc="<p>inner</p><button>in</button>"></iframe>',
];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const element = (tag: string, attributes: string, inner: string): string => {
  const name = tag.split(' ')[0] ?? tag;
  return `<${tag} ${attributes}>${inner}</${name}>`;
};
/** A host gets its content in a shadow root, with a slot for what is inside. */
const HOSTS = `<script>if(!customElements.get('x-host'))customElements.define('x-host',class extends HTMLElement{connectedCallback(){if(!this.shadowRoot)this.attachShadow({mode:'open'}).innerHTML='<section><slot></slot><button>shadow</button></section>'}})</script>`;

const { node } = fc.letrec<{ node: string; nodes: string[] }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...TEXTS).map(escaped),
    fc.constantFrom(...LEAVES),
    fc
      .tuple(fc.constantFrom(...TAGS), fc.constantFrom(...ATTRIBUTES), tie('nodes'))
      .map(([tag, attributes, inner]) => element(tag, attributes, inner.join(' '))),
  ),
  nodes: fc.array(tie('node'), { maxLength: 5 }),
}));

/** Rows that repeat, so that something has to be collapsed. */
const repeated = fc
  .tuple(fc.integer({ min: 0, max: 60 }), node)
  .map(([count, inner]) => Array.from({ length: count }, (_, k) => `<li>Item ${k} ${inner}</li>`).join(''));

export const randomPage = fc
  .tuple(fc.array(node, { maxLength: 8 }), repeated)
  .map(([nodes, rows]) => `<!doctype html><title>t</title>${HOSTS}<body>${nodes.join('\n')}<ul>${rows}</ul></body>`);
export const randomNode = node;
