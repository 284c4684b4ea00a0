/** What can be pressed, typed into or dropped on. Moves, scrolls and focus make no target. */
export const TARGET_EVENTS = [
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'keydown',
  'keyup',
  'keypress',
  'dragstart',
  'drop',
] as const;

const CAMEL: Readonly<Record<string, string>> = {
  dblclick: 'onDoubleClick',
  auxclick: 'onAuxClick',
  contextmenu: 'onContextMenu',
  mousedown: 'onMouseDown',
  mouseup: 'onMouseUp',
  pointerdown: 'onPointerDown',
  pointerup: 'onPointerUp',
  touchstart: 'onTouchStart',
  touchend: 'onTouchEnd',
  keydown: 'onKeyDown',
  keyup: 'onKeyUp',
  keypress: 'onKeyPress',
  dragstart: 'onDragStart',
};
const PROPS = TARGET_EVENTS.map((type) => CAMEL[type] ?? `on${type[0]?.toUpperCase()}${type.slice(1)}`);

/**
 * Runs in the main world, with a document as `this`: finds elements that scripts listen on and shows each to our world by one event of a random
 * name, which a listener of ours stops before anything of the page can see it. Looks at listeners where it is given `getEventListeners`, and at
 * the handler properties of React, Vue and frameworks that delegate through named properties (`$$click`, `__click`).
 *
 * Left out: native controls and inline handlers, which our world sees by itself, and what holds most of its document (delegation, no target).
 * Everything it meets may be bent by the page: it can only add refs.
 *
 * Gives `[elements seen, elements found, cut short]`.
 */
export const LISTENER_PROBE = `function (listenersOf, name, maxNodes, maxMs, maxFound) {
  const { apply, ownKeys } = Reflect, PlainEvent = Event, send = EventTarget.prototype.dispatchEvent, time = performance;
  const inDocument = Document.prototype.querySelectorAll, inRoot = DocumentFragment.prototype.querySelectorAll, below = Element.prototype.getElementsByTagName;
  const types = { __proto__: null }, props = ${JSON.stringify(PROPS)}, began = time.now();
  for (const type of ${JSON.stringify(TARGET_EVENTS)}) types[type] = true;
  const wanted = ':not(:is(html,head,body,a[href],area,button,input,select,textarea,option,summary,script,style,link,meta,template,br,[onclick],[onmousedown],[onpointerdown]))';
  const roots = [this], found = [], react = new Set(), direct = new Set();
  let seen = 0, isCut = false, isVue = false, isFramed = false;
  const learn = (element) => {
    for (const key of ownKeys(element)) {
      if (typeof key !== 'string') continue;
      if (key.startsWith('__reactProps$') || key.startsWith('__reactEventHandlers$')) react.add(key);
      else if (key === '__vnode') isVue = true;
      else if ((key.startsWith('$$') || key.startsWith('__')) && types[key.slice(2)]) direct.add(key);
    }
    isFramed = isVue || react.size + direct.size > 0;
  };
  const isHandled = (values) => {
    if (values) for (const prop of props) if (typeof values[prop] === 'function') return true;
    return false;
  };
  const hears = (element) => {
    if (listenersOf) for (const type in listenersOf(element)) if (types[type]) return true;
    if (!isFramed) return false;
    for (const key of react) if (isHandled(element[key])) return true;
    for (const key of direct) if (element[key]) return true;
    return isVue && isHandled(element.__vnode && element.__vnode.props);
  };
  for (let r = 0; r < roots.length && !isCut; r++) {
    const root = roots[r];
    try {
      const list = apply(root.nodeType === 9 ? inDocument : inRoot, root, [wanted]), size = list.length;
      for (let i = 0; i < size && !isCut; i++) {
        const element = list[i];
        // The first ones and a sample of the others tell what frameworks there are.
        if (++seen < 400 || (seen & 15) === 0) learn(element);
        if (hears(element) && !(root.nodeType === 9 && size > 40 && apply(below, element, ['*']).length * 2 > size)) found.push(element);
        if (element.shadowRoot) roots.push(element.shadowRoot);
        isCut = seen >= maxNodes || found.length >= maxFound || ((seen & 127) === 0 && time.now() - began > maxMs);
      }
      for (const frame of apply(root.nodeType === 9 ? inDocument : inRoot, root, ['iframe,frame,object'])) if (frame.contentDocument) roots.push(frame.contentDocument);
    } catch { /* a root that does not let itself be read */ }
  }
  for (const element of found) {
    try { apply(send, element, [new PlainEvent(name, { composed: true })]); } catch { /* left out */ }
  }
  return [seen, found.length, isCut];
}`;
