import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import { decode, encode, type Frame, REFUSED } from './frames.ts';

/** T3: longest wait for the answer to a message, and for the rest of a message (PA00P016, section 5.2.5). */
export const T3_MS = 5_000;
/** Limit of bytes that a register has not read, far above the largest receipt. */
const MOST_UNREAD = 65_536;
const POSITIVE = 0x80;
/** Classes sent by registers. An HTTP request of a web page begins with a letter, which ends the line. */
const CLASSES: ReadonlySet<number> = new Set([0x04, 0x05, 0x06, 0x08, 0x0f, POSITIVE, REFUSED]);

/** `none`: timeout, or the line ended. */
export type Answer =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: number; readonly data: Uint8Array }
  | { readonly kind: 'none' };

/** Emits `ended` once. */
export class ZvtLine extends EventEmitter<{ command: [Frame]; ended: [] }> {
  readonly #socket: Socket;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #ended = new AbortController();
  #rest: Uint8Array = new Uint8Array();
  #stopWaiting: (() => void) | undefined;
  #answered: ((answer: Answer) => void) | undefined;

  constructor(socket: Socket, clock: Pick<Clock, 'after'>) {
    super();
    this.#socket = socket;
    this.#clock = clock;
    socket
      .setNoDelay()
      .on('data', (bytes) => this.#receive(bytes))
      .on('error', () => undefined)
      .on('close', () => this.end());
  }

  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  write(frame: Frame): void {
    if (this.ended.aborted) return;
    this.#socket.write(encode(frame));
    if (this.#socket.writableLength > MOST_UNREAD) this.end();
  }

  /** A later message supersedes an unanswered message. */
  async send(frame: Frame, withinMs: number = T3_MS): Promise<Answer> {
    this.#answered?.({ kind: 'none' });
    const answer = Promise.withResolvers<Answer>();
    this.#answered = answer.resolve;
    const stop = this.#clock.after(withinMs, () => answer.resolve({ kind: 'none' }));
    this.write(frame);
    if (this.ended.aborted) answer.resolve({ kind: 'none' });
    const given = await answer.promise;
    stop();
    if (this.#answered === answer.resolve) this.#answered = undefined;
    return given;
  }

  end(): void {
    if (this.ended.aborted) return;
    this.#ended.abort();
    this.#stopWaiting?.();
    this.#answered?.({ kind: 'none' });
    this.#socket.destroy();
    this.emit('ended');
  }

  #receive(bytes: Uint8Array): void {
    if (this.ended.aborted) return;
    try {
      const { frames, rest } = decode(Buffer.concat([this.#rest, bytes]));
      this.#waitForRest(rest, frames.length > 0);
      this.#socket.cork();
      for (const frame of frames) if (!this.ended.aborted) this.#take(frame);
      this.#socket.uncork();
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown;
      this.end();
    }
  }

  /** Ends the line after an incomplete frame: the next frame would be read as its rest (PA00P016, 5.2.5 c). */
  #waitForRest(rest: Uint8Array, isNextFrame: boolean): void {
    this.#rest = rest;
    if (rest.length > 0 && this.#stopWaiting !== undefined && !isNextFrame) return;
    this.#stopWaiting?.();
    this.#stopWaiting = rest.length > 0 ? this.#clock.after(T3_MS, () => this.end()) : undefined;
  }

  #take(frame: Frame): void {
    const [kind, code] = [frame.command >> 8, frame.command & 0xff];
    if (!CLASSES.has(kind)) this.end();
    else if (kind === POSITIVE) this.#answered?.({ kind: 'accepted' });
    // `84 00` is a positive answer too (PA00P016, section 5.2.3).
    else if (kind === REFUSED)
      this.#answered?.(code === 0 ? { kind: 'accepted' } : { kind: 'refused', code, data: frame.data });
    else this.emit('command', frame);
  }
}
