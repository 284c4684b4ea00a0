/** Fields of a session that a secret was typed into: what they show is masked in pictures. */
import type { ActionContext } from '../actions/context.js';

type Field = Pick<NonNullable<Parameters<ActionContext['recheck']>[0]>, 'tab' | 'world' | 'el'>;

/** Fields remembered, the newest. */
const KEPT = 200;

export class SecretFields {
  #fields: readonly Field[] = [];

  note(targets: readonly Field[]): void {
    this.#fields = [...this.#fields, ...targets.map(({ tab, world, el }) => ({ tab, world, el }))].slice(-KEPT);
  }

  /** True once a secret was used: the page may show it elsewhere, too. */
  get wereUsed(): boolean {
    return this.#fields.length > 0;
  }

  of(tab: Field['tab']): readonly Field[] {
    return this.#fields.filter((field) => field.tab.tabId === tab.tabId);
  }
}
