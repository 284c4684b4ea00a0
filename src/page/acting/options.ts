/** Options of native selects and of ARIA lists. */
import type { OptionInfo, PageResult, SelectReply, SelectRequest } from '../../shared/page-api.js';
import {
  attribute,
  documentOf,
  elementById,
  isConnected,
  isElement,
  isHtml,
  labelControl,
  matches,
  optionSelected,
  optionText,
  optionValue,
  parentOf,
  queryAll,
  rootOf,
  selectIsMultiple,
  selectOptions,
  tagOf,
} from '../dom.js';
import { dispatch, focusElement, setOptionSelected, setSelectedIndex } from './native.js';
import { failure, type Subject, success } from './subject.js';

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The native select that an element is, or labels. */
function nativeSelect(element: Element): HTMLSelectElement | undefined {
  if (!isHtml(element)) return undefined;
  if (tagOf(element) === 'select') return element as HTMLSelectElement;
  const control = tagOf(element) === 'label' ? labelControl(element as HTMLLabelElement) : null;
  return control && tagOf(control) === 'select' ? (control as Element as HTMLSelectElement) : undefined;
}

/** The `label` attribute, where not empty, is what is shown (HTML 4.10.10). */
function shownText(option: HTMLOptionElement): string {
  return fold(attribute(option, 'label') || optionText(option));
}

function groupOf(option: Element): Element | undefined {
  const parent = parentOf(option);
  return parent && isElement(parent) && tagOf(parent) === 'optgroup' ? parent : undefined;
}

function nativeInfo(subject: Subject, option: HTMLOptionElement): OptionInfo {
  const group = groupOf(option);
  return {
    text: shownText(option),
    value: optionValue(option),
    ...(group ? { group: fold(attribute(group, 'label') ?? '') } : {}),
    disabled: matches(option, ':disabled'),
    selected: optionSelected(option),
    el: subject.world.id(option),
  };
}

const LISTS = '[role="listbox" i],[role="menu" i],[role="tree" i],[role="grid" i],[role="radiogroup" i]';
const OPTIONS =
  '[role="option" i],[role="menuitem" i],[role="menuitemradio" i],[role="menuitemcheckbox" i],[role="treeitem" i],[role="radio" i]';

/** The lists a widget opens or is: itself, what it names, what it holds; else the visible lists of the document. */
function listsOf({ element, env, services }: Subject): Element[] {
  if (matches(element, LISTS)) return [element];
  const root = rootOf(element);
  const named = ['aria-controls', 'aria-owns'].flatMap((name) => (attribute(element, name) ?? '').split(/\s+/).filter(Boolean));
  const known = named
    .flatMap((id) => elementById(root, id) ?? [])
    .flatMap((list) => (matches(list, LISTS) ? [list] : [...queryAll(list, LISTS)]));
  const held = known.length > 0 ? known : [...queryAll(element, LISTS)];
  const lists = held.length > 0 ? held : [...queryAll(documentOf(element), LISTS)];
  return lists.filter((list) => isConnected(list) && services.visible(list, env));
}

function ariaOptions(subject: Subject): OptionInfo[] {
  const { env, services, world } = subject;
  const seen = new Set<Element>();
  for (const list of listsOf(subject)) for (const option of queryAll(list, OPTIONS)) seen.add(option);
  return [...seen].flatMap((option) => {
    if (!services.visible(option, env)) return [];
    const { name, states } = services.view(option, env);
    const isChosen = states['selected'] === true || states['checked'] === true;
    return [
      {
        text: fold(name),
        value: attribute(option, 'data-value') ?? '',
        disabled: states['disabled'] === true,
        selected: isChosen,
        el: world.id(option),
      },
    ];
  });
}

/** All options, native or of the list that is open now. Empty when there is none. */
export function listOptions(subject: Subject): PageResult<readonly OptionInfo[]> {
  const select = nativeSelect(subject.element);
  return success(select ? [...selectOptions(select)].map((option) => nativeInfo(subject, option)) : ariaOptions(subject));
}

/** Indices of the options a wish stands for: by shown text, else by `group > text`, else by value. */
function matchOption(options: readonly OptionInfo[], wish: string): number[] {
  const wanted = fold(wish);
  const by = (test: (option: OptionInfo) => boolean): number[] => options.flatMap((option, index) => (test(option) ? [index] : []));
  const byValue = by((option) => option.value === wish && wish !== '');
  const byText = by((option) => option.text === wanted);
  if (byText.length === 1 || (byText.length > 0 && byValue.length === 0)) return byText;
  if (byValue.length > 0) return byValue.slice(0, 1);
  const byGroup = by((option) => option.group !== undefined && fold(`${option.group} > ${option.text}`) === wanted);
  if (byGroup.length > 0) return byGroup;
  return by((option) => option.value === wish);
}

/** Chooses options of a native select; nothing changes unless all wishes can be met. */
export function select(subject: Subject, request: SelectRequest): PageResult<SelectReply> {
  const target = nativeSelect(subject.element);
  if (!target) return failure('not_editable', `A <${tagOf(subject.element)}> is not a native select.`, { reason: 'not a select' });
  const elements = [...selectOptions(target)];
  const options = elements.map((option) => nativeInfo(subject, option));
  const wished = wishesOf(options, request.values, selectIsMultiple(target));
  if (!wished.ok) return wished;
  const chosen = new Set(wished.value);
  const changed = elements.some((option, index) => optionSelected(option) !== chosen.has(index));
  if (request.dry) return success({ selected: options.filter((_, index) => chosen.has(index)), changed });
  focusElement(target);
  if (changed) {
    choose(target, elements, chosen);
    dispatch(target, new Event('input', { bubbles: true, composed: true }));
    dispatch(target, new Event('change', { bubbles: true }));
  }
  const now = isConnected(target) ? [...selectOptions(target)].map((option) => nativeInfo(subject, option)) : [];
  return success({ selected: now.filter((option) => option.selected), changed });
}

function choose(target: HTMLSelectElement, elements: readonly HTMLOptionElement[], chosen: ReadonlySet<number>): void {
  if (!selectIsMultiple(target)) {
    setSelectedIndex(target, [...chosen][0] ?? -1);
    return;
  }
  for (const [index, option] of elements.entries())
    if (optionSelected(option) !== chosen.has(index)) setOptionSelected(option, chosen.has(index));
}

function wishesOf(options: readonly OptionInfo[], values: readonly string[], isMultiple: boolean): PageResult<number[]> {
  if (!isMultiple && values.length !== 1)
    return failure('invalid_value', `The list takes exactly one option; ${values.length} were given.`, { options });
  const chosen: number[] = [];
  for (const value of values) {
    const found = matchOption(options, value);
    const enabled = found.filter((index) => options[index]?.disabled === false);
    const only = enabled[0];
    if (found.length === 0)
      return failure('no_option', `There is no option ${JSON.stringify(value)}.`, { reason: 'unknown', asked: value, options });
    if (only === undefined)
      return failure('no_option', `The option ${JSON.stringify(value)} is disabled.`, { reason: 'disabled', asked: value, options });
    if (enabled.length > 1)
      return failure('no_option', `${enabled.length} options are called ${JSON.stringify(value)}; give the value or "group > text".`, {
        reason: 'ambiguous',
        asked: value,
        options,
      });
    chosen.push(only);
  }
  return success(chosen);
}
