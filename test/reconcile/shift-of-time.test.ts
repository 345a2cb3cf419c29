import { expect, test } from 'vitest';
import { shiftFinder } from '../../main/reconcile/shift-of-time.ts';

const shiftOf = shiftFinder([
  { number: 3, from: 30, to: 40 },
  { number: 1, from: 0, to: 10 },
  { number: 2, from: 10, to: 20 },
]);

test.each([
  [-1, 0],
  [0, 1],
  [10, 1],
  [11, 2],
  [20, 2],
  [21, 0],
  [30, 3],
  [40, 3],
  [41, 0],
  [undefined, 0],
])('a time of %s belongs to shift %i', (at, number) => {
  expect(shiftOf(at)).toBe(number);
});

test('a shift ended by a fast clock is found among later shifts', () => {
  const find = shiftFinder([
    { number: 3, from: 20, to: 30 },
    { number: 2, from: 50, to: 60 },
    { number: 1, from: 0, to: 10 },
  ]);
  expect([5, 55, 25].map(find)).toEqual([1, 2, 3]);
});
