import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts';

export type { Protocol };

type Commands = Protocol.CommandParameters;
type Answers = Protocol.CommandReturnValues;
type Events = Protocol.Events;

/**
 * Chrome DevTools Protocol over a pair of pipes, as in `--remote-debugging-pipe`: JSON messages, each ended by NUL. The
 * pipes tie Chromium's life to this process: Chromium reads the end of the pipe and exits, however this process ends.
 */
export class Connection {
  readonly browser: Session;
  readonly #toBrowser: Writable;
  readonly #sessions = new Map<string, Session>();
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #rest = '';
  #closed = false;

  constructor(toBrowser: Writable, fromBrowser: Readable) {
    this.#toBrowser = toBrowser;
    this.browser = new Session(this, undefined);
    fromBrowser.setEncoding('utf8');
    fromBrowser.on('data', (chunk: string) => this.#take(chunk));
    fromBrowser.on('close', () => this.#close());
    toBrowser.on('error', () => this.#close());
  }

  /** Returns the session of an attached target; created on first use, removed when the target detaches. */
  session(sessionId: string): Session {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const session = new Session(this, sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  request(sessionId: string | undefined, method: string, params: unknown): Promise<unknown> {
    if (this.#closed) return Promise.reject(new TargetGone(method));
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { method, sessionId, resolve, reject });
    });
    this.#toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return answer;
  }

  #take(chunk: string): void {
    const messages = (this.#rest + chunk).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const text of messages) this.#dispatch(JSON.parse(text) as Message);
  }

  #dispatch(message: Message): void {
    if (message.id !== undefined) {
      this.#settle(message.id, message);
      return;
    }
    const session = message.sessionId === undefined ? this.browser : this.#sessions.get(message.sessionId);
    if (message.method !== undefined) session?.events.emit(message.method, message.params);
    if (message.method === 'Target.detachedFromTarget') {
      this.#forget((message.params as Protocol.Target.detachedFromTargetPayload).sessionId);
    }
  }

  #settle(id: number, message: Message): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (message.error !== undefined) waiting?.reject(new CdpError(waiting.method, message.error.message));
    else waiting?.resolve(message.result);
  }

  #forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
    for (const [id, waiting] of this.#waiting) {
      if (waiting.sessionId !== sessionId) continue;
      this.#waiting.delete(id);
      waiting.reject(new TargetGone(waiting.method));
    }
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const waiting of this.#waiting.values()) waiting.reject(new TargetGone(waiting.method));
    this.#waiting.clear();
  }
}

/** An attached target or the browser: typed commands and typed events. */
export class Session {
  readonly events = new EventEmitter();
  readonly #connection: Connection;
  readonly id: string | undefined;

  constructor(connection: Connection, id: string | undefined) {
    this.#connection = connection;
    this.id = id;
    this.events.setMaxListeners(0);
  }

  /** Rejects with `CdpError` when Chromium refuses, with `TargetGone` when the target ends meanwhile. */
  send<Method extends keyof Commands>(method: Method, params?: Commands[Method]): Promise<Answers[Method]> {
    return this.#connection.request(this.id, method, params ?? {}) as Promise<Answers[Method]>;
  }

  /** Like `send`, for commands that can fail only because the window is gone; ignores this failure. */
  post<Method extends keyof Commands>(method: Method, params?: Commands[Method]): void {
    this.send(method, params).catch(reportUnlessGone);
  }

  on<Name extends keyof Events>(name: Name, listener: (payload: Events[Name]) => void): void {
    this.events.on(name, listener);
  }
}

class CdpError extends Error {
  constructor(method: string, message: string) {
    super(`${method}: ${message}`);
    this.name = 'CdpError';
  }
}

class TargetGone extends Error {
  constructor(method: string) {
    super(`${method}: the target is gone`);
    this.name = 'TargetGone';
  }
}

/** Reports a rejected command on stderr, unless its target or document has ended. */
export function reportUnlessGone(thrown: unknown): void {
  if (thrown instanceof TargetGone) return;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (
    /Session with given id not found|Cannot find context|Invalid InterceptionId|uniqueContextId not found|No target with given id|Target crashed/i.test(
      text,
    )
  )
    return;
  process.stderr.write(`host: ${text}\n`);
}

interface Waiting {
  readonly method: string;
  readonly sessionId: string | undefined;
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
