/** JavaScript dialogs of one context: answered once, by the browser's event. One desk a context, shared by its engines. */
import type { BrowserContext, Dialog, Page } from 'playwright-core';
import { SdkError } from '../shared/errors.js';
import type { DialogAnswer, PageEngine, SeenDialog } from './types.js';

const OURS = Symbol.for('surehand.dialogListener');
const DISMISS: DialogAnswer = { accept: false };

type Listener = (...args: unknown[]) => unknown;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface Emitter {
  listeners(event: 'dialog'): unknown[];
}
interface Guard {
  readonly answer: DialogAnswer;
  readonly seen: SeenDialog[];
}
export type OnDialog = (dialog: SeenDialog, answer: DialogAnswer) => void;

const listenersOf = (emitter: BrowserContext | Page) => (emitter as unknown as Emitter).listeners('dialog') as Listener[];
const isOurs = (listener: Listener) => (listener as unknown as Record<symbol, unknown>)[OURS] === true;
const foreignListeners = (context: BrowserContext, page: Page) =>
  [...listenersOf(context), ...listenersOf(page)].filter((listener) => !isOurs(listener));

/** Dialogs of one page, for all engines of the context. */
class PageDialogs {
  readonly views = new Set<DialogView>();
  readonly guards: Guard[] = [];
  readonly #context: BrowserContext;
  readonly #page: Page;
  /** Host listeners that were there before ours. They answer. */
  readonly #before: readonly Listener[];
  open: { readonly type: string; readonly message: string } | undefined;

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
    this.#before = foreignListeners(context, page);
  }

  get hostOwned(): boolean {
    const now = foreignListeners(this.#context, this.#page);
    return this.#before.some((listener) => now.includes(listener));
  }

  async answer(dialog: Dialog, isHosts: boolean): Promise<void> {
    const guard = this.guards.at(-1);
    const answer = guard?.answer ?? DISMISS;
    const seen: Mutable<SeenDialog> = { type: dialog.type(), message: dialog.message(), answer: answer.accept ? 'accepted' : 'dismissed' };
    if (guard) guard.seen.push(seen);
    else for (const view of this.views) view.unreported.push(seen);
    this.open = { type: seen.type, message: seen.message };
    if (isHosts) seen.answer = 'host';
    else {
      // A listener that the host added after ours has run by then; if it answered, its answer stands.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#send(dialog, answer).catch(() => {
        seen.answer = 'host';
      });
      this.open = undefined;
    }
    for (const view of this.views) view.onDialog(seen, answer);
  }

  async #send(dialog: Dialog, answer: DialogAnswer): Promise<void> {
    if (!answer.accept) await dialog.dismiss();
    // A person who presses OK sends what stands in the field.
    else if (dialog.type() === 'prompt') await dialog.accept(answer.promptText ?? dialog.defaultValue());
    else await dialog.accept();
  }
}

/** What one engine sees of the dialogs of a page. */
export class DialogView {
  readonly unreported: SeenDialog[] = [];
  readonly onDialog: OnDialog;
  readonly #desk: DialogDesk;
  readonly #dialogs: PageDialogs;
  readonly #page: Page;

  constructor(desk: DialogDesk, dialogs: PageDialogs, page: Page, onDialog: OnDialog) {
    this.#desk = desk;
    this.#dialogs = dialogs;
    this.#page = page;
    this.onDialog = onDialog;
    dialogs.views.add(this);
  }

  get hostOwned(): boolean {
    return this.#dialogs.hostOwned;
  }
  get open(): { readonly type: string; readonly message: string } | undefined {
    return this.#dialogs.open;
  }

  /** The browser says that no dialog is open any more. */
  closed(): void {
    this.#dialogs.open = undefined;
  }

  guard(answer: DialogAnswer): ReturnType<PageEngine['dialogs']['guard']> {
    if (!this.#desk.listen()) {
      throw new SdkError(
        'safety_boundary_unavailable',
        'No listener for dialogs can be put on the context, so a dialog could block the page.',
      );
    }
    const guard: Guard = { answer, seen: [] };
    const { guards } = this.#dialogs;
    guards.push(guard);
    return {
      release() {
        const at = guards.indexOf(guard);
        if (at >= 0) guards.splice(at, 1);
        return guard.seen;
      },
    };
  }

  takeUnreported(): readonly SeenDialog[] {
    return this.unreported.splice(0);
  }

  dispose(): void {
    this.#dialogs.views.delete(this);
    if (this.#dialogs.views.size === 0) this.#desk.forget(this.#page);
  }
}

export class DialogDesk {
  readonly #context: BrowserContext;
  readonly #pages = new Map<Page, PageDialogs>();
  readonly #onDialog: (dialog: Dialog) => void;
  readonly #onClosed = (dialog: Dialog) => this.#closed(dialog);

  constructor(context: BrowserContext) {
    this.#context = context;
    this.#onDialog = Object.defineProperty((dialog: Dialog) => this.#opened(dialog), OURS, { value: true });
  }

  /** The view of one engine on a page; listening starts with the first. */
  view(page: Page, onDialog: OnDialog): DialogView {
    const dialogs = this.#pages.get(page) ?? new PageDialogs(this.#context, page);
    this.#pages.set(page, dialogs);
    this.listen();
    return new DialogView(this, dialogs, page, onDialog);
  }

  /** Makes sure that our listener is on the context. */
  listen(): boolean {
    const isOn = () => listenersOf(this.#context).includes(this.#onDialog as Listener);
    if (isOn()) return true;
    this.#context.on('dialog', this.#onDialog);
    this.#context.on('dialogclosed', this.#onClosed);
    return isOn();
  }

  forget(page: Page): void {
    this.#pages.delete(page);
    if (this.#pages.size > 0) return;
    this.#context.off('dialog', this.#onDialog);
    this.#context.off('dialogclosed', this.#onClosed);
  }

  #opened(dialog: Dialog): void {
    const page = dialog.page();
    const dialogs = page ? this.#pages.get(page) : undefined;
    if (!dialogs) {
      // The page is not known yet: an alert while it loads. Nobody else would answer, because a listener exists.
      if (listenersOf(this.#context).every(isOurs) && this.#isFirst()) dialog.dismiss().catch(() => undefined);
      return;
    }
    void dialogs.answer(dialog, dialogs.hostOwned || !this.#isFirst());
  }

  #closed(dialog: Dialog): void {
    const page = dialog.page();
    const dialogs = page ? this.#pages.get(page) : undefined;
    if (dialogs) dialogs.open = undefined;
  }

  /** Another copy of the library may listen too; the first one answers. */
  #isFirst(): boolean {
    return listenersOf(this.#context).find(isOurs) === (this.#onDialog as Listener);
  }
}
