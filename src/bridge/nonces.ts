/** Which document nonce belongs to which world, and what became of it. */
import type { World } from './types.js';

interface Issued {
  readonly world: World;
  /** The document (an installed bundle) that issued it. */
  readonly document: object | undefined;
  readonly navigationCount: number;
}

/** Far more documents than refs are kept for. */
const KEPT = 4096;

export class NonceBook {
  readonly #issued = new Map<string, Issued>();

  note(nonce: string, issued: Issued): void {
    const known = this.#issued.get(nonce);
    if (known && known.world === issued.world && known.document === issued.document) return;
    this.#issued.set(nonce, issued);
    if (this.#issued.size > KEPT) this.#issued.delete(this.#issued.keys().next().value as string);
  }

  find(
    nonce: string,
    navigationCount: number,
    documentOf: (world: World) => object | undefined,
  ): { readonly world: World } | { readonly gone: 'navigated' | 'frame_replaced' } | undefined {
    const issued = this.#issued.get(nonce);
    if (!issued) return undefined;
    const { world } = issued;
    if (issued.document !== undefined && documentOf(world) === issued.document) return { world };
    return { gone: !world.parent || issued.navigationCount !== navigationCount ? 'navigated' : 'frame_replaced' };
  }
}
