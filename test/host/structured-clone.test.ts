import { expect, test } from 'vitest';
import fc from '../base/properties.ts';
import { decodeClone, encodeClone } from './structured-clone.ts';

const through = (value: unknown) => decodeClone(encodeClone(value));

class Money {
  cents = 5;
  get euros() {
    return this.cents / 100;
  }
}

test.each([
  ['undefined', undefined],
  ['minus zero', -0],
  ['numbers that JSON lacks', [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
  ['an own key named __proto__', JSON.parse('{"__proto__": {"x": 1}}')],
  ['a key with undefined', { here: undefined }],
  ['text beyond the basic plane', '🧾 € \u0000 \ud800'],
  ['members of any name', { valueOf: {}, toString: 1, constructor: 'x' }],
])('%s crosses as it is', (_name, value) => {
  expect(through(value)).toStrictEqual(value);
});

test('whatever JSON can say comes back as it was', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(through(value)).toEqual(structuredClone(value));
    }),
  );
});

test.each([
  ['a function', () => 1, /could not be cloned/],
  ['a symbol deep inside', { a: [{ b: Symbol('s') }] }, /could not be cloned/],
  ['a date', new Date(5), /plain data, and no \[object Date\]/],
  ['bytes', new Uint8Array([1]), /plain data/],
  ['a big integer', 1n, /no big integers/],
])('%s is refused', (_name, value, words) => {
  expect(() => encodeClone(value)).toThrow(words);
});

test('a class instance arrives as a plain object without its methods', () => {
  expect(through(new Money())).toStrictEqual({ cents: 5 });
});
