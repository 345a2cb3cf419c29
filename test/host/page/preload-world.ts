import type { BridgeEnd, Side } from './bridge.ts';

/**
 * Environment of a sandboxed preload in its isolated world: `require` (only for `electron`), `process`, and the
 * connection to the main process.
 *
 * Runs as source text: must not use parts of this module except its parameters.
 */
export function preloadWorld(parts: Parts, facts: PreloadFacts): PreloadScope {
  type Listener = (...args: unknown[]) => void;

  const listeners: { readonly name: string; readonly listener: Listener }[] = [];

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

  const ipcRenderer = {
    on(name: string, listener: Listener): void {
      listeners.push({ name, listener });
    },
    removeListener(name: string, listener: Listener): void {
      const at = listeners.findLastIndex((one) => one.name === name && one.listener === listener);
      if (at >= 0) listeners.splice(at, 1);
    },
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
  };

  /** Paths of dropped files by name: Chromium gives a page no paths. */
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
      const told = parts.decodeClone(body) as unknown[];
      for (const { name, listener } of [...listeners]) if (name === key) listener({ sender: ipcRenderer }, ...told);
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

  const webUtils = {
    /** Empty for a file that is not on disk, as in Electron. */
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

  const electron = { contextBridge, ipcRenderer, webUtils };
  const require = (name: string): unknown => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };

  const fail = (thrown: unknown): void => {
    console.error(`Unable to load preload script: ${facts.preloadPath}`);
    console.error(thrown);
    wire(JSON.stringify(['preload-error', 0, '', parts.encodeClone([String(thrown)])]));
  };

  const module = { exports: {} };
  return { require, process: facts.process, module, exports: module.exports, fail };
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
  /** Reports a failed preload as Electron does: on the console and to the main process. */
  fail(thrown: unknown): void;
}
