/**
 * Structured clone over a channel that carries text only.
 *
 * `encodeClone` writes what `structuredClone` keeps (types, holes, cycles, shared references) as JSON; `decodeClone`
 * reads it back. Both run in Node and, as source text, in the page's isolated world, so each is complete in itself:
 * it may use nothing of this module.
 */

/** Throws `DataCloneError` where structured clone does. A class instance comes out as a plain object. */
export function encodeClone(input: unknown): string {
  type Cell = null | boolean | number | string | readonly ['u'] | readonly ['n' | 'b', string] | readonly ['r', number];
  const rows: unknown[] = [];
  const seen = new Map<object, number>();

  const cell = (value: unknown): Cell => {
    if (value === undefined) return ['u'];
    if (typeof value === 'bigint') return ['b', String(value)];
    if (typeof value === 'number') {
      if (Object.is(value, -0)) return ['n', '-0'];
      return Number.isFinite(value) ? value : ['n', String(value)];
    }
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value !== 'object') throw new TypeError(`unexpected ${typeof value} in a structured clone`);
    const known = seen.get(value);
    if (known !== undefined) return ['r', known];
    const at = rows.push(null) - 1;
    seen.set(value, at);
    rows[at] = row(value);
    return ['r', at];
  };

  const entries = (value: object) => Object.entries(value).map(([key, item]) => [key, cell(item)]);

  const bytesAsText = (buffer: ArrayBuffer) => {
    const bytes = new Uint8Array(buffer);
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };

  const row = (value: object): unknown => {
    if (Array.isArray(value)) {
      const dense = Object.keys(value).length === value.length && !value.some((_, at) => !(at in value));
      return dense ? ['A', value.map(cell)] : ['H', value.length, entries(value)];
    }
    if (value instanceof Date) return ['D', cell(value.getTime())];
    if (value instanceof RegExp) return ['R', value.source, value.flags];
    if (value instanceof Map) return ['M', [...value].map(([key, item]) => [cell(key), cell(item)])];
    if (value instanceof Set) return ['S', [...value].map(cell)];
    if (value instanceof Error) {
      return ['E', value.name, value.message, value.stack ?? '', 'cause' in value ? [cell(value.cause)] : []];
    }
    if (value instanceof ArrayBuffer) return ['B', bytesAsText(value)];
    if (ArrayBuffer.isView(value)) {
      const kind = Object.prototype.toString.call(value).slice(8, -1);
      const length = value instanceof DataView ? value.byteLength : (value as Uint8Array).length;
      return ['V', kind, cell(value.buffer), value.byteOffset, length];
    }
    // An object's own member may be called valueOf: only a wrapped primitive is asked.
    const wraps = Object.prototype.toString.call(value).slice(8, -1);
    if (['Number', 'String', 'Boolean', 'BigInt'].includes(wraps)) return ['W', cell(value.valueOf())];
    return ['O', entries(value)];
  };

  const root = cell(structuredClone(input));
  return JSON.stringify([root, rows]);
}

/** What `encodeClone` wrote, as fresh values of this realm. */
export function decodeClone(text: string): unknown {
  type Cell = null | boolean | number | string | [string, (string | number)?];
  type Pairs = [string, Cell][];
  const [root, rows] = JSON.parse(text) as [Cell, unknown[][]];
  const made = new Map<number, unknown>();

  const value = (cell: Cell): unknown => {
    if (!Array.isArray(cell)) return cell;
    const [tag, body] = cell;
    if (tag === 'u') return undefined;
    if (tag === 'n') return Number(body);
    if (tag === 'b') return BigInt(body ?? 0);
    const at = Number(body);
    return made.has(at) ? made.get(at) : build(at);
  };

  const keep = <T>(at: number, object: T): T => {
    made.set(at, object);
    return object;
  };

  /** Defined, not assigned: a key named `__proto__` is a key like any other. */
  const fill = (target: object, pairs: Pairs) => {
    for (const [key, item] of pairs) {
      Object.defineProperty(target, key, { value: value(item), writable: true, enumerable: true, configurable: true });
    }
    return target;
  };

  const textAsBytes = (encoded: string) =>
    Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)).buffer;

  const error = (at: number, [name, message, stack, cause]: [string, string, string, Cell[]]) => {
    const kinds: Record<string, ErrorConstructor> = {
      EvalError,
      RangeError,
      ReferenceError,
      SyntaxError,
      TypeError,
      URIError,
    };
    const thrown = keep(at, new (kinds[name] ?? Error)(message));
    Object.defineProperty(thrown, 'stack', { value: stack, writable: true, enumerable: false, configurable: true });
    const [first] = cause;
    if (first === undefined) return thrown;
    Object.defineProperty(thrown, 'cause', {
      value: value(first),
      writable: true,
      enumerable: false,
      configurable: true,
    });
    return thrown;
  };

  const view = (at: number, [kind, buffer, offset, length]: [string, Cell, number, number]) => {
    const kinds = globalThis as unknown as Record<string, new (b: unknown, o: number, l: number) => unknown>;
    const Kind = kinds[kind];
    if (Kind === undefined) throw new TypeError(`no ${kind} here`);
    return keep(at, new Kind(value(buffer), offset, length));
  };

  const build = (at: number): unknown => {
    const [tag, ...body] = rows[at] ?? [];
    switch (tag) {
      case 'O':
        return fill(keep(at, {}), body[0] as Pairs);
      case 'A': {
        const list = keep(at, [] as unknown[]);
        for (const item of body[0] as Cell[]) list.push(value(item));
        return list;
      }
      case 'H':
        return fill(keep(at, new Array(body[0] as number)), body[1] as Pairs);
      case 'D':
        return keep(at, new Date(value(body[0] as Cell) as number));
      case 'R':
        return keep(at, new RegExp(body[0] as string, body[1] as string));
      case 'M': {
        const map = keep(at, new Map<unknown, unknown>());
        for (const [key, item] of body[0] as [Cell, Cell][]) map.set(value(key), value(item));
        return map;
      }
      case 'S': {
        const set = keep(at, new Set<unknown>());
        for (const item of body[0] as Cell[]) set.add(value(item));
        return set;
      }
      case 'E':
        return error(at, body as [string, string, string, Cell[]]);
      case 'B':
        return keep(at, textAsBytes(body[0] as string));
      case 'V':
        return view(at, body as [string, Cell, number, number]);
      case 'W':
        return keep(at, Object(value(body[0] as Cell)));
      default:
        throw new TypeError(`unknown row ${String(tag)} in an encoded clone`);
    }
  };

  return value(root);
}
