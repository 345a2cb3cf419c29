import { expect, test } from 'vitest';
import { moveIn } from '../../../renderer/till/payments/move.ts';

test('arrow keys, pages, Home and End move through the payments and stop at both ends', () => {
  expect(moveIn(100, 5, 'ArrowDown')).toBe(6);
  expect(moveIn(100, 0, 'ArrowUp')).toBe(0);
  expect(moveIn(100, 98, 'PageDown')).toBe(99);
  expect(moveIn(100, 20, 'PageUp')).toBe(12);
  expect(moveIn(100, 50, 'Home')).toBe(0);
  expect(moveIn(100, 50, 'End')).toBe(99);
});

test('other keys, and an empty list, move nothing', () => {
  expect(moveIn(100, 5, 'a')).toBeUndefined();
  expect(moveIn(0, 0, 'ArrowDown')).toBeUndefined();
});
