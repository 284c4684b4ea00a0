/** WebSockets of one page: which were opened or written to, and have said nothing since. */
import type { Page, WebSocket } from 'playwright-core';
import type { Clock } from './types.js';

interface Socket {
  /** When it was opened or written to last; undefined once it has said something since. */
  askedAt: number | undefined;
  /** Takes our listeners off. */
  readonly off: () => void;
}

export class SocketLog {
  readonly #page: Page;
  readonly #clock: Clock;
  readonly #sockets = new Map<WebSocket, Socket>();
  readonly #onSocket = (socket: WebSocket) => this.#opened(socket);

  constructor(page: Page, clock: Clock) {
    this.#page = page;
    this.#clock = clock;
    page.on('websocket', this.#onSocket);
  }

  unansweredSince(at: number): readonly { readonly ageMs: number }[] {
    const now = this.#clock.monotonic();
    return [...this.#sockets.values()].flatMap(({ askedAt }) => (askedAt !== undefined && askedAt >= at ? [{ ageMs: now - askedAt }] : []));
  }

  dispose(): void {
    this.#page.off('websocket', this.#onSocket);
    for (const { off } of this.#sockets.values()) off();
    this.#sockets.clear();
  }

  #opened(webSocket: WebSocket): void {
    const sent = (): void => {
      socket.askedAt = this.#clock.monotonic();
    };
    const received = (): void => {
      socket.askedAt = undefined;
    };
    const closed = (): void => {
      off();
      this.#sockets.delete(webSocket);
    };
    const off = (): void => {
      webSocket.off('framesent', sent);
      webSocket.off('framereceived', received);
      webSocket.off('close', closed);
    };
    const socket: Socket = { askedAt: this.#clock.monotonic(), off };
    this.#sockets.set(webSocket, socket);
    webSocket.on('framesent', sent);
    webSocket.on('framereceived', received);
    webSocket.on('close', closed);
  }
}
