/**
 * Structured clone of plain data over a text channel: JSON's types, undefined, and numbers missing in JSON. The app
 * sends nothing else; other cloneable types (dates, maps, bytes, cycles) are refused here.
 *
 * Both functions run in Node and, as source text, in the page's isolated world, so each function must be
 * self-contained.
 */

/** Throws where structured clone throws, and for data that is not plain. A class instance becomes a plain object. */
export function encodeClone(input: unknown): string {
  const cell = (value: unknown): unknown => {
    if (value === undefined) return ['u'];
    if (typeof value === 'bigint') throw new TypeError('The host carries no big integers.');
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
      return ['n', Object.is(value, -0) ? '-0' : String(value)];
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return ['a', Array.from(value, cell)];
    const kind = Object.prototype.toString.call(value);
    if (kind !== '[object Object]') throw new TypeError(`The host carries plain data, and no ${kind}.`);
    return ['o', Object.entries(value).map(([key, item]) => [key, cell(item)])];
  };
  return JSON.stringify(cell(structuredClone(input)));
}

/** Decodes the text of `encodeClone` into new values of this realm. */
export function decodeClone(text: string): unknown {
  type Cell = null | boolean | number | string | ['u'] | ['n', string] | ['a', Cell[]] | ['o', [string, Cell][]];
  const value = (cell: Cell): unknown => {
    if (!Array.isArray(cell)) return cell;
    switch (cell[0]) {
      case 'u':
        return undefined;
      case 'n':
        return Number(cell[1]);
      case 'a':
        return cell[1].map(value);
      case 'o':
        // From entries instead of by assignment: makes `__proto__` an ordinary key.
        return Object.fromEntries(cell[1].map(([key, item]) => [key, value(item)]));
    }
  };
  return value(JSON.parse(text) as Cell);
}
