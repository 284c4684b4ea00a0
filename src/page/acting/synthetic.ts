/** A click made of DOM events, complete and with coordinates. */
import type { PageApi } from '../../shared/page-api.js';
import { hasAttribute, isHtml, matches, tabIndexOf } from '../dom.js';
import { focusedIn } from './focus.js';
import { deepestAt } from './hit.js';
import { blurElement, dispatch, focusElement } from './native.js';
import { isWithin, type Subject } from './subject.js';

type ClickRequest = Parameters<PageApi['click']>[0];

const BUTTONS = { left: 0, middle: 1, right: 2 } as const;
/** Bits of `MouseEvent.buttons` by number of the button (UI Events 5.4.1). */
const PRESSED = [1, 4, 2] as const;
const POINTER = { pointerId: 1, pointerType: 'mouse', isPrimary: true, width: 1, height: 1 } as const;

/** Moves over the element, presses, focuses, releases and clicks, `count` times; the last event of two clicks is `dblclick`. */
export function syntheticClick(subject: Subject, request: ClickRequest): void {
  const { element, env, document, view } = subject;
  const hit = deepestAt(env, document, request);
  const target = hit && isWithin(env, hit, element) ? hit : element;
  const button = BUTTONS[request.button];
  const base: MouseEventInit = {
    bubbles: true,
    cancelable: true,
    composed: true,
    view,
    clientX: request.x,
    clientY: request.y,
    screenX: request.x + view.screenX,
    screenY: request.y + view.screenY,
    altKey: request.modifiers.includes('Alt'),
    ctrlKey: request.modifiers.includes('Control'),
    metaKey: request.modifiers.includes('Meta'),
    shiftKey: request.modifiers.includes('Shift'),
  };
  const pointer = (type: string, init: MouseEventInit): boolean =>
    dispatch(target, new PointerEvent(type, { ...base, ...POINTER, ...init }));
  const mouse = (type: string, init: MouseEventInit): boolean => dispatch(target, new MouseEvent(type, { ...base, ...init }));
  pointer('pointerover', { button: -1 });
  mouse('mouseover', {});
  pointer('pointermove', { button: -1 });
  mouse('mousemove', {});
  for (let detail = 1; detail <= request.count; detail++) {
    const down = { button, buttons: PRESSED[button], detail };
    const allowed = pointer('pointerdown', { ...down, detail: 0 });
    // Preventing pointerdown drops the compatibility mouse events (Pointer Events 11).
    if (allowed ? mouse('mousedown', down) : true) moveFocus(subject, target);
    pointer('pointerup', { button, buttons: 0 });
    if (allowed) mouse('mouseup', { button, buttons: 0, detail });
    if (button === 0) pointer('click', { button, detail, buttons: 0 });
    else {
      pointer('auxclick', { button, detail, buttons: 0 });
      if (button === 2) pointer('contextmenu', { button, detail: 0, buttons: 0 });
    }
  }
  if (request.count === 2 && button === 0) mouse('dblclick', { button, detail: 2 });
}

/** A press gives the focus to the nearest focusable element, or takes it away. */
function moveFocus({ env, document }: Subject, target: Element): void {
  for (let at: Element | undefined = target; at; at = env.flatParent(at)) {
    if (!isFocusable(at)) continue;
    focusElement(at);
    return;
  }
  const focused = focusedIn(env, document);
  if (focused) blurElement(focused);
}

function isFocusable(element: Element): boolean {
  if (matches(element, ':disabled')) return false;
  return isHtml(element) ? tabIndexOf(element as HTMLElement) >= 0 || hasAttribute(element, 'tabindex') : hasAttribute(element, 'tabindex');
}
