/** The verbs that check their element: what they are called with, what they need, and what the page notices of them. */
import type { Obstacle } from './scenes.js';

export interface VerbCase {
  readonly title: string;
  readonly tool: string;
  /** The element it is for; `$` stands for further attributes. */
  readonly target: string;
  readonly input: (ref: string, other: string) => Readonly<Record<string, unknown>>;
  /** What has to hold, besides that the element is there. */
  readonly needs: readonly Obstacle[];
  /** Event on the target that proves it; absent where none has to come. */
  readonly event?: string;
  /** Follows the input mode of the session. */
  readonly followsMode: boolean;
  /** Has the attribute `disabled`. */
  readonly isNative: boolean;
}

const POINTER: readonly Obstacle[] = ['visible', 'reach', 'enabled', 'inert', 'modal', 'stable', 'receives_events'];
/** To read why something is disabled a person hovers over it. */
const HOVER: readonly Obstacle[] = ['visible', 'reach', 'inert', 'modal', 'stable', 'receives_events'];
const TYPING: readonly Obstacle[] = [...POINTER, 'editable'];

const BUTTON = '<button id=t $ style="width:140px;height:30px">Target</button>';
const FIELD = '<input id=t $ aria-label=Target style="width:140px;height:24px">';
const SELECT = '<select id=t $ aria-label=Target style="width:140px"><option>Apple</option><option>Pear</option></select>';
const LIST =
  '<div id=t $ role=listbox tabindex=0 aria-label=Target style="width:140px"><div role=option>Apple</div><div role=option onclick="this.setAttribute(\'aria-selected\',\'true\')">Pear</div></div>';
const FILE = '<input id=t $ type=file aria-label=Target style="width:140px">';
const CARD = '<div id=t $ role=button tabindex=0 style="width:140px;height:30px;background:#ccc">Target</div>';

const named =
  (more: object = {}) =>
  (ref: string) => ({ element: 'Target', ref, ...more });
const step =
  (kind: string, more: object = {}) =>
  (ref: string) => ({ actions: [{ kind, params: { element: 'Target', ref, ...more } }] });

export const VERBS: readonly VerbCase[] = [
  { title: 'click', tool: 'click', target: BUTTON, input: named(), needs: POINTER, event: 'click', followsMode: true, isNative: true },
  {
    title: 'double click',
    tool: 'click',
    target: BUTTON,
    input: named({ doubleClick: true }),
    needs: POINTER,
    event: 'dblclick',
    followsMode: true,
    isNative: true,
  },
  {
    title: 'right click',
    tool: 'click',
    target: BUTTON,
    input: named({ button: 'right' }),
    needs: POINTER,
    event: 'contextmenu',
    followsMode: true,
    isNative: true,
  },
  {
    title: 'middle click',
    tool: 'click',
    target: BUTTON,
    input: named({ button: 'middle' }),
    needs: POINTER,
    event: 'auxclick',
    followsMode: true,
    isNative: true,
  },
  {
    title: 'click_trusted',
    tool: 'click_trusted',
    target: BUTTON,
    input: named(),
    needs: POINTER,
    event: 'click',
    followsMode: false,
    isNative: true,
  },
  { title: 'hover', tool: 'hover', target: BUTTON, input: named(), needs: HOVER, followsMode: false, isNative: true },
  {
    title: 'type',
    tool: 'type',
    target: FIELD,
    input: named({ text: 'hello' }),
    needs: TYPING,
    event: 'input',
    followsMode: true,
    isNative: true,
  },
  {
    title: 'type_trusted',
    tool: 'type_trusted',
    target: FIELD,
    input: named({ text: 'hello' }),
    needs: TYPING,
    event: 'input',
    followsMode: false,
    isNative: true,
  },
  {
    title: 'select_option, native',
    tool: 'select_option',
    target: SELECT,
    input: named({ values: ['Pear'] }),
    needs: POINTER,
    event: 'change',
    followsMode: true,
    isNative: true,
  },
  {
    title: 'select_option, ARIA',
    tool: 'select_option',
    target: LIST,
    input: named({ values: ['Pear'] }),
    needs: POINTER,
    event: 'click',
    followsMode: true,
    isNative: false,
  },
  {
    title: 'press_key',
    tool: 'press_key',
    target: BUTTON,
    input: (ref) => ({ key: 'x', ref }),
    needs: ['visible', 'reach', 'enabled', 'inert', 'modal'],
    event: 'keydown',
    followsMode: false,
    isNative: true,
  },
  {
    title: 'scroll into view',
    tool: 'scroll',
    target: BUTTON,
    input: (ref) => ({ target: ref, direction: 'down', amount: 'into_view' }),
    needs: [],
    followsMode: false,
    isNative: true,
  },
  {
    title: 'drag from',
    tool: 'drag',
    target: CARD,
    input: (ref, other) => ({ from: { ref }, to: { ref: other } }),
    needs: POINTER,
    event: 'mousedown',
    followsMode: false,
    isNative: false,
  },
  {
    title: 'drag to',
    tool: 'drag',
    target: CARD,
    input: (ref, other) => ({ from: { ref: other }, to: { ref } }),
    needs: HOVER,
    event: 'mouseup',
    followsMode: false,
    isNative: false,
  },
  {
    title: 'upload_file',
    tool: 'upload_file',
    target: FILE,
    input: (ref) => ({ element: 'Target', ref, paths: ['note.txt'] }),
    needs: ['enabled', 'inert', 'modal', 'stable', 'receives_events'],
    event: 'change',
    followsMode: false,
    isNative: true,
  },
  {
    title: 'batch, click',
    tool: 'batch_actions',
    target: BUTTON,
    input: step('click'),
    needs: POINTER,
    event: 'click',
    followsMode: true,
    isNative: true,
  },
  {
    title: 'batch, type',
    tool: 'batch_actions',
    target: FIELD,
    input: step('type', { text: 'hello' }),
    needs: TYPING,
    event: 'input',
    followsMode: true,
    isNative: true,
  },
  {
    title: 'batch, select_option',
    tool: 'batch_actions',
    target: SELECT,
    input: step('select_option', { values: ['Pear'] }),
    needs: POINTER,
    event: 'change',
    followsMode: true,
    isNative: true,
  },
];
