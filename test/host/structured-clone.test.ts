import { describe, expect, test } from 'vitest';
import fc from '../base/properties.ts';
import { decodeClone, encodeClone } from './structured-clone.ts';

const through = (value: unknown) => decodeClone(encodeClone(value));

describe('values cross with their types', () => {
  test.each([
    ['undefined', undefined],
    ['null', null],
    ['minus zero', -0],
    ['not a number', Number.NaN],
    ['infinities', [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    ['a big integer', 12345678901234567890n],
    ['a date', new Date('2026-11-21T10:00:00.123Z')],
    ['an invalid date', new Date(Number.NaN)],
    ['a map with object keys', new Map<unknown, unknown>([[{ a: 1 }, new Set([1, 'a'])]])],
    ['a regular expression', /a(b+)/giu],
    ['bytes', new Uint8Array([0, 127, 255])],
    ['a float array', new Float64Array([1.5, Number.NaN])],
    ['an empty buffer', new ArrayBuffer(0)],
    ['an own key named __proto__', JSON.parse('{"__proto__": {"x": 1}}')],
    ['a key with undefined', { here: undefined }],
    ['text beyond the basic plane', '🧾 € \u0000 \ud800'],
  ])('%s', (_name, value) => {
    expect(through(value)).toStrictEqual(value);
  });

  test('holes in an array stay holes', () => {
    const sparse: unknown[] = [1];
    sparse[2] = 3;
    const back = through(sparse) as unknown[];
    expect([back.length, 1 in back, back[2]]).toEqual([3, false, 3]);
  });

  test('a cycle comes back as a cycle, a shared object as one object', () => {
    const shared = { n: 1 };
    const value: Record<string, unknown> = { a: shared, b: shared };
    value['self'] = value;
    const back = through(value) as Record<string, unknown>;
    expect(back['self']).toBe(back);
    expect(back['a']).toBe(back['b']);
  });

  test('two views of one buffer keep sharing it', () => {
    const buffer = new ArrayBuffer(8);
    const [first, second] = through([new Uint8Array(buffer), new DataView(buffer, 4)]) as [Uint8Array, DataView];
    first[4] = 9;
    expect(second.getUint8(0)).toBe(9);
  });

  test('an error keeps kind, message and cause', () => {
    const back = through(new RangeError('too much', { cause: { limit: 3 } })) as RangeError;
    expect(back).toBeInstanceOf(RangeError);
    expect([back.message, back.cause]).toEqual(['too much', { limit: 3 }]);
  });

  test('an object may have a member of any name, such as valueOf', () => {
    const named = { valueOf: {}, toString: 1, constructor: 'x' };
    expect(Object.entries(through(named) as object)).toEqual(Object.entries(named));
  });

  test('a megabyte of bytes survives', () => {
    const bytes = Uint8Array.from({ length: 1_000_000 }, (_, at) => at % 256);
    expect(Buffer.from(through(bytes) as Uint8Array).equals(Buffer.from(bytes))).toBe(true);
  });

  test('whatever JSON can say, and more, comes back as it was', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        expect(through(value)).toEqual(structuredClone(value));
      }),
    );
  });
});

describe('values that structured clone refuses', () => {
  test.each([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a weak map', new WeakMap()],
    ['a function deep inside', { a: [{ b: () => 1 }] }],
  ])('%s', (_name, value) => {
    expect(() => encodeClone(value)).toThrow(/could not be cloned/);
  });
});

test('a class instance arrives as a plain object without its methods', () => {
  class Money {
    cents = 5;
    get euros() {
      return this.cents / 100;
    }
  }
  const back = through(new Money());
  expect(back).toStrictEqual({ cents: 5 });
});
