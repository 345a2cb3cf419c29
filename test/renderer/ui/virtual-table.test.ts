import { expect, test } from 'vitest';
import { nextRow } from '../../../renderer/ui/virtual-table.tsx';

test('arrows, page keys, Home and End stop at both ends', () => {
  expect(nextRow(100, 5, 'ArrowDown')).toBe(6);
  expect(nextRow(100, 0, 'ArrowUp')).toBe(0);
  expect(nextRow(100, 98, 'PageDown')).toBe(99);
  expect(nextRow(100, 20, 'PageUp')).toBe(12);
  expect(nextRow(100, 50, 'Home')).toBe(0);
  expect(nextRow(100, 50, 'End')).toBe(99);
});

test('other keys and empty lists move nothing', () => {
  expect(nextRow(100, 5, 'a')).toBeUndefined();
  expect(nextRow(0, 0, 'ArrowDown')).toBeUndefined();
});
