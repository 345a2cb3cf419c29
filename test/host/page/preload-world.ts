import type { BridgeEnd, Side } from './bridge.ts';

/**
 * What a sandboxed preload finds around it in its isolated world: `require` with the few modules that Electron gives
 * it, `process`, and behind them the wire to the main process.
 *
 * Runs as source text: it may use nothing of this module but what is handed in.
 */
export function preloadWorld(parts: Parts, facts: PreloadFacts): PreloadScope {
  type Listener = (...args: unknown[]) => void;

  class Emitter {
    readonly #listeners = new Map<string, { listener: Listener; once: boolean }[]>();
    on(name: string, listener: Listener): this {
      return this.#add(name, listener, false);
    }
    addListener(name: string, listener: Listener): this {
      return this.#add(name, listener, false);
    }
    once(name: string, listener: Listener): this {
      return this.#add(name, listener, true);
    }
    off(name: string, listener: Listener): this {
      return this.removeListener(name, listener);
    }
    removeListener(name: string, listener: Listener): this {
      const rest = this.#of(name);
      const at = rest.findLastIndex((entry) => entry.listener === listener);
      this.#listeners.set(name, rest.toSpliced(at, at < 0 ? 0 : 1));
      return this;
    }
    removeAllListeners(name?: string): this {
      if (name === undefined) this.#listeners.clear();
      else this.#listeners.delete(name);
      return this;
    }
    listenerCount(name: string): number {
      return this.#of(name).length;
    }
    listeners(name: string): Listener[] {
      return this.#of(name).map((entry) => entry.listener);
    }
    emit(name: string, ...args: unknown[]): boolean {
      const all = this.#of(name);
      for (const { listener, once } of all) {
        if (once) this.removeListener(name, listener);
        listener.apply(this, args);
      }
      return all.length > 0;
    }
    #of(name: string) {
      return this.#listeners.get(name) ?? [];
    }
    #add(name: string, listener: Listener, once: boolean): this {
      if (typeof listener !== 'function') throw new TypeError('The "listener" argument must be of type function.');
      this.#listeners.set(name, [...this.#of(name), { listener, once }]);
      return this;
    }
  }

  const wire = Reflect.get(globalThis, facts.binding) as (text: string) => void;
  Reflect.deleteProperty(globalThis, facts.binding);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  let lastId = 0;

  const encode = (args: unknown[]): string => {
    try {
      return parts.encodeClone(args);
    } catch {
      throw new Error('An object could not be cloned.');
    }
  };

  const ipcRenderer = Object.assign(new Emitter(), {
    send(channel: string, ...args: unknown[]): void {
      wire(JSON.stringify(['send', 0, channel, encode(args)]));
    },
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const encoded = encode(args);
      lastId += 1;
      const id = lastId;
      const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
      wire(JSON.stringify(['invoke', id, channel, encoded]));
      return answer;
    },
    sendSync(channel: string): never {
      throw new Error(`ipcRenderer.sendSync('${channel}'): the Chromium host has no synchronous messages.`);
    },
  });

  /** Paths of the files that the host drops, by their names: Chromium tells a page none. */
  const dropped = new Map<string, string>();
  const deliver = (text: string): void => {
    const [kind, key, body] = JSON.parse(text) as
      | ['reply' | 'error', number, string]
      | ['event', string, string]
      | ['dropped', string, string];
    if (kind === 'dropped') {
      dropped.set(key, body);
      return;
    }
    if (kind === 'event') {
      ipcRenderer.emit(key, { sender: ipcRenderer, ports: [] }, ...(parts.decodeClone(body) as unknown[]));
      return;
    }
    const asked = waiting.get(key);
    waiting.delete(key);
    if (kind === 'error') asked?.reject(new Error(body));
    else asked?.resolve(parts.decodeClone(body));
  };
  Object.defineProperty(globalThis, facts.deliver, { value: deliver, enumerable: false });

  const port = document.createElement('i');
  const bridge = parts.bridgeEnd(port, 'preload', 'page');
  window.dispatchEvent(new MouseEvent(facts.rendezvous, { relatedTarget: port }));
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => bridge.expose(key, api),
  };

  let zoom = 1;
  const webFrame = {
    getZoomFactor: () => zoom,
    setZoomFactor(factor: number): void {
      zoom = factor;
      wire(JSON.stringify(['zoom', 0, '', parts.encodeClone([factor])]));
    },
  };

  const webUtils = {
    /** Of a file that is on no disk it is empty, as in Electron. */
    getPathForFile(file: unknown): string {
      if (!(file instanceof File)) throw new TypeError('webUtils.getPathForFile expects a File object');
      return dropped.get(file.name) ?? '';
    },
  };

  const reportTitle = () => wire(JSON.stringify(['title', 0, '', parts.encodeClone([document.title])]));
  document.addEventListener('DOMContentLoaded', () => {
    if (window.top !== window) return;
    titleMayHaveChanged();
    const seen = { childList: true, characterData: true, subtree: true };
    if (document.head !== null) new MutationObserver(titleMayHaveChanged).observe(document.head, seen);
  });
  let lastTitle = '';
  const titleMayHaveChanged = () => {
    if (document.title === lastTitle) return;
    lastTitle = document.title;
    reportTitle();
  };

  const setImmediate = (task: Listener, ...args: unknown[]) => setTimeout(task, 0, ...args);
  const clearImmediate = (handle: number) => clearTimeout(handle);
  const timers = {
    setTimeout: globalThis.setTimeout.bind(globalThis),
    clearTimeout: globalThis.clearTimeout.bind(globalThis),
    setInterval: globalThis.setInterval.bind(globalThis),
    clearInterval: globalThis.clearInterval.bind(globalThis),
    setImmediate,
    clearImmediate,
  };
  const electron = { contextBridge, ipcRenderer, webFrame, webUtils };
  const modules = new Map<string, unknown>([
    ['electron', electron],
    ['electron/common', electron],
    ['electron/renderer', electron],
    ['events', Object.assign(Emitter, { EventEmitter: Emitter })],
    ['timers', timers],
    ['url', { URL, URLSearchParams }],
  ]);
  for (const name of ['events', 'timers', 'url']) modules.set(`node:${name}`, modules.get(name));

  const require = (name: string): unknown => {
    if (modules.has(name)) return modules.get(name);
    throw new Error(`module not found: ${name}`);
  };

  const fail = (thrown: unknown): void => {
    console.error(`Unable to load preload script: ${facts.preloadPath}`);
    console.error(thrown);
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    wire(JSON.stringify(['preload-error', 0, '', parts.encodeClone([error])]));
  };

  const module = { exports: {} };
  const processFacts = {
    ...facts.process,
    isMainFrame: window.top === window,
    nextTick: queueMicrotask.bind(globalThis),
  };
  return { require, process: processFacts, module, exports: module.exports, setImmediate, clearImmediate, fail };
}

export interface Parts {
  encodeClone(value: unknown): string;
  decodeClone(text: string): unknown;
  bridgeEnd(port: EventTarget, mine: Side, theirs: Side): BridgeEnd;
}

export interface PreloadFacts {
  readonly preloadPath: string;
  readonly binding: string;
  readonly deliver: string;
  readonly rendezvous: string;
  readonly process: Readonly<Record<string, unknown>>;
}

export interface PreloadScope {
  require(name: string): unknown;
  readonly process: object;
  readonly module: { exports: object };
  readonly exports: object;
  readonly setImmediate: unknown;
  readonly clearImmediate: unknown;
  /** Reports that the preload could not run, as Electron does: on the console and to the main process. */
  fail(thrown: unknown): void;
}
