/** The rows of the form matrix: a control, what is typed, and what has to come of it. `$` stands for further attributes. */

export interface FormRow {
  readonly title: string;
  readonly html: string;
  readonly text: string;
  readonly more?: Readonly<Record<string, unknown>>;
  /** Value afterwards; or the code of a refusal, and the value is as before. */
  readonly now?: string;
  readonly code?: string;
  /** Where events make a difference: value in synthetic mode, which commits (`change`) as a picker does. */
  readonly nowByEvents?: string;
}

interface Kind {
  readonly name: string;
  readonly html: string;
  readonly good: string;
  readonly before: string;
  /** Not between `min` and `max`. */
  readonly out?: readonly [limits: string, value: string];
  /** Refused; absent where any text can be typed. */
  readonly wrong?: readonly string[];
  readonly hasMaxLength?: boolean;
}

const input = (type: string, before: string): string => `<input id=t type=${type} aria-label=F value="${before}" $>`;
const text = (name: string, good: string, before: string): Kind => ({ name, html: input(name, before), good, before, hasMaxLength: true });
const exact = (name: string, before: string, good: string, out: Kind['out'], ...wrong: string[]): Kind => ({
  name,
  html: input(name, before),
  good,
  before,
  ...(out ? { out } : {}),
  wrong,
});

const KINDS: readonly Kind[] = [
  text('text', 'Ada', 'kept'),
  text('search', 'deep sea', 'kept'),
  text('tel', '+49 30 1234', '110'),
  text('url', 'http://example.test/a', 'http://kept.test/'),
  text('email', 'ada@example.test', 'kept@example.test'),
  { name: 'textarea', html: '<textarea id=t aria-label=F $>kept</textarea>', good: 'one\ntwo', before: 'kept', hasMaxLength: true },
  exact('number', '7', '12.5', ['min=5 max=20', '21'], 'many', '1,5', '12 apples', '--2'),
  exact('range', '7', '12', ['min=5 max=20', '4'], 'loud', '7.5'),
  exact('date', '2031-03-17', '2032-02-29', ['min=2031-01-01 max=2033-12-31', '2034-01-01'], '2031-02-29', '17.03.2031', '2031-3-7'),
  exact('time', '10:15', '23:59', ['min=09:00 max=17:00', '08:59'], '24:00', '9:15', '10:15 pm'),
  exact(
    'datetime-local',
    '2031-03-17T10:15',
    '2032-02-29T23:59',
    ['min=2031-01-01T00:00', '2030-12-31T23:59'],
    '2031-03-17',
    '2031-03-17T25:00',
  ),
  exact('month', '2031-03', '2032-12', ['min=2031-01 max=2033-12', '2034-01'], '2031-13', 'March 2031'),
  exact('week', '2031-W07', '2032-W53', ['min=2031-W01 max=2033-W52', '2034-W01'], '2031-W53', 'week 7'),
  exact('color', '#112233', '#aabbcc', undefined, 'red', '#abc', ''),
];

const refused = (title: string, html: string, value: string, code: string): FormRow => ({ title, html, text: value, code });
const shout = (event: string): string =>
  `<script>t.addEventListener('${event}', () => { const up = t.value.toUpperCase(); if (up !== t.value) t.value = up; })</script>`;
/** Keeps its own idea of the value as controlled components do: events that bring nothing new are dropped, and it draws its state again. */
const CONTROLLED = `<script>{
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(t), 'value');
  let tracked = t.value; window.state = t.value;
  Object.defineProperty(t, 'value', { configurable: true, get() { return own.get.call(this); }, set(v) { tracked = v; own.set.call(this, v); } });
  const draw = () => { if (own.get.call(t) !== state) t.value = state; };
  t.addEventListener('input', () => { const now = own.get.call(t); if (now !== tracked) { tracked = now; state = now; } Promise.resolve().then(draw); });
}</script>`;

const ofKind = ({ name, html, good, out, wrong, hasMaxLength }: Kind): readonly FormRow[] => {
  const bare = html.replace(' $', '');
  const rows: FormRow[] = [
    { title: `${name}: good value`, html: bare, text: good, now: good },
    refused(`${name}: disabled`, html.replace('$', 'disabled'), good, 'disabled'),
    refused(`${name}: in a disabled fieldset`, `<fieldset disabled>${bare}</fieldset>`, good, 'disabled'),
    { title: `${name}: a page that controls it`, html: `${bare}${CONTROLLED}`, text: good, now: good },
  ];
  // `readonly` means nothing to a range or a color (HTML 4.10.5.3.3).
  if (name === 'range' || name === 'color')
    rows.push({ title: `${name}: readonly`, html: html.replace('$', 'readonly'), text: good, now: good });
  else rows.push(refused(`${name}: readonly`, html.replace('$', 'readonly'), good, 'not_editable'));
  if (out) {
    rows.push(refused(`${name}: out of range`, html.replace('$', out[0]), out[1], 'invalid_value'));
    rows.push({
      title: `${name}: in range`,
      html: html.replace('$', out[0]),
      text: name === 'time' ? '16:30' : good,
      now: name === 'time' ? '16:30' : good,
    });
  }
  for (const value of wrong ?? []) rows.push(refused(`${name}: wrong format ${JSON.stringify(value)}`, bare, value, 'invalid_value'));
  if (name !== 'color' && name !== 'range') rows.push({ title: `${name}: emptied`, html: bare, text: '', now: '' });
  if (!hasMaxLength) return rows;
  return [
    ...rows,
    { title: `${name}: maxlength`, html: html.replace('$', 'maxlength=3'), text: good, now: good.slice(0, 3) },
    {
      title: `${name}: appended`,
      html: bare,
      text: 'x',
      more: { mode: 'append' },
      now: `${KINDS.find((kind) => kind.name === name)?.before}x`,
    },
    { title: `${name}: rewritten on input`, html: `${bare}${shout('input')}`, text: good, now: good.toUpperCase() },
    // A person's keys commit nothing before the field is left.
    { title: `${name}: rewritten on change`, html: `${bare}${shout('change')}`, text: good, now: good, nowByEvents: good.toUpperCase() },
    { title: `${name}: rewritten on blur`, html: `${bare}${shout('blur')}`, text: good, now: good },
    { title: `${name}: key by key`, html: bare, text: good, more: { slowly: true }, now: good },
  ];
};

const NO_TEXT: readonly FormRow[] = [
  ...['checkbox', 'radio', 'submit', 'button', 'reset', 'file'].map((type) =>
    refused(`${type} takes no text`, `<input id=t type=${type} aria-label=F>`, 'x', 'not_editable'),
  ),
  refused('image takes no text', '<input id=t type=image alt=F width=40 height=20>', 'x', 'not_editable'),
  refused('hidden cannot be seen', '<input id=t type=hidden value=kept>', 'x', 'not_visible'),
  refused('a select takes no text', '<select id=t aria-label=F><option>kept</option></select>', 'x', 'not_editable'),
  ...['listbox', 'slider', 'switch', 'button'].map((role) =>
    refused(`role ${role} takes no text`, `<div id=t role=${role} aria-label=F tabindex=0>kept</div>`, 'x', 'not_editable'),
  ),
];

const PHONE =
  "<script>t.addEventListener('input', () => { const d = t.value.replace(/\\D/g, '').slice(0, 6); t.value = d.length > 3 ? d.slice(0, 3) + '-' + d.slice(3) : d; })</script>";

const RICH: readonly FormRow[] = [
  ...['true', 'plaintext-only'].flatMap((value): FormRow[] => [
    {
      title: `contenteditable ${value}: good value`,
      html: `<div id=t contenteditable=${value} role=textbox aria-label=F>kept</div>`,
      text: 'one two',
      now: 'one two',
    },
    {
      title: `contenteditable ${value}: appended`,
      html: `<div id=t contenteditable=${value} role=textbox aria-label=F>kept</div>`,
      text: ' more',
      more: { mode: 'append' },
      now: 'kept more',
    },
    {
      title: `contenteditable ${value}: emptied`,
      html: `<div id=t contenteditable=${value} role=textbox aria-label=F>kept</div>`,
      text: '',
      now: '',
    },
    refused(
      `contenteditable ${value}: aria-readonly`,
      `<div id=t contenteditable=${value} role=textbox aria-readonly=true aria-label=F>kept</div>`,
      'x',
      'not_editable',
    ),
    refused(
      `contenteditable ${value}: aria-disabled`,
      `<div id=t contenteditable=${value} role=textbox aria-disabled=true aria-label=F>kept</div>`,
      'x',
      'disabled',
    ),
  ]),
  {
    title: 'ARIA textbox over one field',
    html: '<div role=textbox aria-label=F id=w><input id=t value=kept></div>',
    text: 'abc',
    now: 'abc',
  },
  {
    title: 'ARIA combobox that is a field',
    html: '<input id=t role=combobox aria-label=F aria-expanded=false value=kept>',
    text: 'abc',
    now: 'abc',
  },
  {
    title: 'ARIA spinbutton that is a field',
    html: '<input id=t role=spinbutton aria-label=F aria-valuenow=2 value=2>',
    text: '7',
    now: '7',
  },
  { title: 'a mask that formats', html: `<input id=t aria-label=F>${PHONE}`, text: '123456', now: '123-456' },
  { title: 'a mask, key by key', html: `<input id=t aria-label=F>${PHONE}`, text: '123456', more: { slowly: true }, now: '123-456' },
  { title: 'a mask that drops the rest', html: `<input id=t aria-label=F>${PHONE}`, text: '12345678', now: '123-456' },
];

export const ROWS: readonly FormRow[] = [...KINDS.flatMap(ofKind), ...NO_TEXT, ...RICH];
