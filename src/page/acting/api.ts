/** The acting part of the page API: prechecks, text, options, focus, scrolling, synthetic clicks, watching what an action does. */
import type { PageApi, PageResult } from '../../shared/page-api.js';
import { documentElementOf } from '../dom.js';
import { InputCounter } from '../input-counter.js';
import type { CaptureServices } from '../services.js';
import type { PageWorld } from '../world.js';
import { Activity } from './activity.js';
import { check, frameHit } from './check.js';
import { Clockwork } from './clockwork.js';
import { elementAt } from './element-at.js';
import { fieldOf } from './enabled.js';
import { hasFocus, takeFocus } from './focus.js';
import { markupOf } from './markup.js';
import { listOptions, select } from './options.js';
import { Overlay } from './overlay.js';
import { scroll } from './scroll.js';
import { type Subject, subjectOf, success } from './subject.js';
import { syntheticClick } from './synthetic.js';
import { fieldValue, planType, setValue } from './typing.js';
import { Watches } from './watch.js';

type ActingMethod =
  | 'check'
  | 'frameHit'
  | 'elementAt'
  | 'planType'
  | 'setValue'
  | 'readValue'
  | 'listOptions'
  | 'select'
  | 'focus'
  | 'scroll'
  | 'click'
  | 'highlight'
  | 'markup'
  | 'annotate'
  | 'mask'
  | 'clearDrawings'
  | 'watchStart'
  | 'watchRead'
  | 'quiet';
export type ActingApi = Pick<PageApi, ActingMethod>;

/**
 * Makes the acting methods of one world.
 * @param services the capture's roles, names and visibility, so that acting and reading agree
 * @param input the counter of the world, when there is one already
 */
export function createActingApi(
  world: PageWorld,
  services: CaptureServices,
  input: InputCounter = new InputCounter(),
): { readonly api: ActingApi; dispose(): void } {
  const activity = new Activity(world);
  const clockwork = new Clockwork();
  const watches = new Watches({ world, services, activity, clockwork, input });
  const overlay = new Overlay(world, clockwork);
  const tools = { world, services, activity, clockwork };
  const on = <T>(el: number, run: (subject: Subject) => PageResult<T>): PageResult<T> => {
    const found = subjectOf(world, services, el);
    return found.ok ? run(found.value) : found;
  };
  activity.of(document);
  const api: ActingApi = {
    check: (request) => check(tools, request),
    frameHit: (request) => frameHit(tools, request),
    elementAt: (request) => elementAt(tools, request),
    planType: (request) => on(request.el, (subject) => planType(subject, request)),
    setValue: (request) => on(request.el, (subject) => setValue(subject, request)),
    readValue: (request) => on(request.el, readValue),
    listOptions: (request) => on(request.el, listOptions),
    select: (request) => on(request.el, (subject) => select(subject, request)),
    focus: (request) => on(request.el, takeFocus),
    scroll: (request) => {
      const root = documentElementOf(services.documents()[0] ?? document);
      const found = subjectOf(world, services, request.el ?? (root ? world.id(root) : 0));
      return found.ok ? scroll(found.value, request.el !== undefined, request, clockwork) : Promise.resolve(found);
    },
    click: (request) =>
      on(request.el, (subject) => {
        syntheticClick(subject, request);
        return success(null);
      }),
    highlight: (request) =>
      on(request.el, (subject) => {
        overlay.show(subject, request.label, request.ms, request.box);
        return success(null);
      }),
    markup: (request) => on(request.el, (subject) => success(markupOf(subject, request.maxChars))),
    annotate: ({ marks }) => {
      overlay.annotate(services.documents()[0] ?? document, marks);
      return null;
    },
    mask: async ({ els }) => {
      for (const el of els) {
        const element = world.element(el);
        if (element) overlay.mask(element);
      }
      // The second frame begins when the first, with the dots in it, was handed over.
      await clockwork.flush(globalThis.window, 2);
      return null;
    },
    clearDrawings: () => {
      overlay.clear();
      return null;
    },
    watchStart: (request) => watches.start(request),
    watchRead: (request) => watches.read(request),
    quiet: (request) => watches.quiet(request),
  };
  return {
    api,
    dispose() {
      overlay.clear();
      input.dispose();
      watches.dispose();
      clockwork.dispose();
      activity.dispose();
    },
  };
}

function readValue(subject: Subject): PageResult<{ readonly value: string; readonly focused: boolean }> {
  // A control that has become read-only still has a value to read.
  const field = fieldOf(subject) ?? { element: subject.element, kind: 'contenteditable' as const };
  return success({ value: fieldValue(field), focused: hasFocus(subject.env, field.element) });
}
