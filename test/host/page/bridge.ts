/**
 * One end of the bridge between the preload's isolated world and the page's world. The worlds share only the DOM, so
 * the two ends exchange synchronous events on a detached element known only to both ends. Chromium clones the event's
 * detail between the worlds.
 *
 * Values cross as in Electron's `contextBridge`: plain data is copied, functions become proxies, promises become
 * promises, errors become plain `Error`s with only a message, other values must survive structured clone.
 *
 * A function that crossed is kept for the life of the document: neither end can see the other's garbage collection.
 *
 * Runs in both worlds as source text: must not use other parts of this module.
 */
export function bridgeEnd(port: EventTarget, mine: Side, theirs: Side): BridgeEnd {
  const uncloneable = 'An object could not be cloned.';
  const noMessage =
    'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.';
  const dispatch = EventTarget.prototype.dispatchEvent;
  const ids = new WeakMap<object, number>();
  const functions = new Map<number, AnyFunction>();
  const proxies = new Map<number, AnyFunction>();
  const theirIds = new WeakMap<object, number>();
  const promises = new Map<number, { resolve(value: unknown): void; reject(reason: unknown): void }>();
  let lastId = 0;
  let lastReply: Reply | null = null;

  const emit = (type: string, detail: unknown) => {
    dispatch.call(port, new CustomEvent(type, { detail }));
  };

  const messageOf = (thrown: unknown): string => {
    if (typeof thrown !== 'object' || thrown === null) return noMessage;
    const message: unknown = Reflect.get(thrown, 'message');
    return typeof message === 'string' ? message : noMessage;
  };

  const idOf = (known: AnyFunction): number => {
    const id = ids.get(known);
    if (id !== undefined) return id;
    lastId += 1;
    ids.set(known, lastId);
    functions.set(lastId, known);
    return lastId;
  };

  const promised = (promise: Promise<unknown>): Packed => {
    lastId += 1;
    const id = lastId;
    const settle = (ok: boolean, value: unknown) => {
      try {
        emit(`to-${theirs}`, ['settle', id, ok, pack(value)]);
      } catch (thrown) {
        emit(`to-${theirs}`, ['settle', id, false, { k: 'e', m: messageOf(thrown) }]);
      }
    };
    promise.then(
      (value) => settle(true, value),
      (reason) => settle(false, reason),
    );
    return { k: 'p', i: id };
  };

  const leaf = (value: unknown): Packed => {
    try {
      structuredClone(value);
    } catch {
      throw new Error(uncloneable);
    }
    return { k: 'v', v: value };
  };

  const isPlain = (value: object): boolean => {
    const tag = Object.prototype.toString.call(value);
    return tag === '[object Object]' || Object.getPrototypeOf(value) === null || !isPlatformObject(value);
  };

  const isPlatformObject = (value: object): boolean => {
    const kinds = [Date, RegExp, Map, Set, WeakMap, WeakSet, ArrayBuffer, Boolean, Number, String, EventTarget, Blob];
    return ArrayBuffer.isView(value) || kinds.some((kind) => value instanceof kind);
  };

  const pack = (value: unknown, seen = new Map<object, Packed>(), depth = 0): Packed => {
    if (depth > 1000) {
      throw new TypeError(
        'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
      );
    }
    if (typeof value === 'function') {
      const id = theirIds.get(value);
      return id === undefined ? { k: 'f', i: idOf(value as AnyFunction) } : { k: 'b', i: id };
    }
    if (typeof value !== 'object' || value === null) return leaf(value);
    const known = seen.get(value);
    if (known !== undefined) return known;
    if (value instanceof Promise) return promised(value);
    if (value instanceof Error) return { k: 'e', m: value.message };
    if (Array.isArray(value)) {
      const list: Packed[] = [];
      const packed: Packed = { k: 'a', l: list };
      seen.set(value, packed);
      for (const item of value) list.push(pack(item, seen, depth + 1));
      return packed;
    }
    if (!isPlain(value)) return leaf(value);
    const pairs: [string, Packed][] = [];
    const packed: Packed = { k: 'o', p: pairs };
    seen.set(value, packed);
    for (const [key, item] of Object.entries(value)) pairs.push([key, pack(item, seen, depth + 1)]);
    return packed;
  };

  const unpack = (packed: Packed, made = new Map<Packed, unknown>()): unknown => {
    if (made.has(packed)) return made.get(packed);
    switch (packed.k) {
      case 'v':
        return packed.v;
      case 'e':
        return new Error(packed.m);
      case 'f':
        return proxyOf(packed.i);
      case 'b':
        return functions.get(packed.i);
      case 'p':
        return new Promise((resolve, reject) => promises.set(packed.i, { resolve, reject }));
      case 'a': {
        const list: unknown[] = [];
        made.set(packed, list);
        for (const item of packed.l) list.push(unpack(item, made));
        return list;
      }
      case 'o': {
        const object = {};
        made.set(packed, object);
        for (const [key, item] of packed.p) {
          const value = unpack(item, made);
          Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
        }
        return object;
      }
    }
  };

  const proxyOf = (id: number): AnyFunction => {
    const known = proxies.get(id);
    if (known !== undefined) return known;
    const proxy = (...args: unknown[]) => ask(['call', id, args.map((arg) => pack(arg))]);
    theirIds.set(proxy, id);
    proxies.set(id, proxy);
    return proxy;
  };

  const ask = (request: Request): unknown => {
    lastReply = null;
    emit(`to-${theirs}`, request);
    const reply = lastReply as Reply | null;
    if (reply === null) throw new Error(uncloneable);
    if (reply[0] === 'err') throw new Error(reply[1]);
    return unpack(reply[1]);
  };

  const answer = (request: Request): Reply => {
    try {
      if (request[0] === 'expose') return ['ok', pack(exposed?.(request[1], unpack(request[2])))];
      const [, id, args] = request;
      return ['ok', pack(functions.get(id)?.(...args.map((arg) => unpack(arg))))];
    } catch (thrown) {
      return ['err', messageOf(thrown)];
    }
  };

  let exposed: ((key: string, api: unknown) => void) | undefined;

  port.addEventListener(`to-${mine}`, (event) => {
    const request = (event as CustomEvent<Request | ['settle', number, boolean, Packed]>).detail;
    if (request[0] !== 'settle') return emit(`re-${theirs}`, answer(request));
    const [, id, ok, value] = request;
    const waiting = promises.get(id);
    promises.delete(id);
    if (ok) waiting?.resolve(unpack(value));
    else waiting?.reject(unpack(value));
  });
  port.addEventListener(`re-${mine}`, (event) => {
    lastReply = (event as CustomEvent<Reply>).detail;
  });

  return {
    expose: (key, api) => {
      ask(['expose', key, pack(api)]);
    },
    onExpose: (listener) => {
      exposed = listener;
    },
  };
}

export interface BridgeEnd {
  /** Exposes `api` in the other world. Throws the errors of Electron's `exposeInMainWorld`. */
  expose(key: string, api: unknown): void;
  onExpose(listener: (key: string, api: unknown) => void): void;
}

export type Side = 'page' | 'preload';

type AnyFunction = (...args: unknown[]) => unknown;

type Packed =
  | { k: 'v'; v: unknown }
  | { k: 'e'; m: string }
  | { k: 'f' | 'b' | 'p'; i: number }
  | { k: 'a'; l: Packed[] }
  | { k: 'o'; p: [string, Packed][] };

type Request = ['call', number, Packed[]] | ['expose', string, Packed];
type Reply = ['ok', Packed] | ['err', string];
