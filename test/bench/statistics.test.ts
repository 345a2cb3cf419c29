import { expect, test } from 'vitest';
import { table } from './result-table.ts';
import { inTurn, median, quantile } from './statistics.ts';

test('a quantile is a sample that was measured', () => {
  const samples = [5, 1, 4, 2, 3];
  expect(median(samples)).toBe(3);
  expect(quantile(samples, 0.95)).toBe(5);
  expect(quantile(samples, 0)).toBe(1);
  expect(() => quantile([], 0.5)).toThrow('no samples');
});

test('subject and yardstick take turns, and the warm-up is not counted', () => {
  const order: string[] = [];
  const taken = inTurn(
    10,
    () => order.push('subject'),
    () => order.push('yardstick'),
  );
  expect(order.slice(0, 4)).toEqual(['subject', 'yardstick', 'subject', 'yardstick']);
  expect(order).toHaveLength(22);
  expect(taken.subject).toHaveLength(10);
  expect(taken.yardstick).toHaveLength(10);
});

test('the table shows a figure beside its yardstick, and says which bar was missed', () => {
  const text = table([
    {
      figure: 'one write',
      value: 0.7114,
      unit: 'ms',
      yardstick: 'bare',
      yardstickValue: 0.5,
      bar: '≤ 1.3 ×',
      ok: false,
    },
    { figure: 'start', value: 812.3, unit: 'ms', bar: '≤ 1500 ms', ok: true },
  ]);
  expect(text).toMatch(/one write +0\.711 ms +0\.500 ms \(bare\) +≤ 1\.3 × +MISSED/);
  expect(text).toMatch(/start +812 ms +≤ 1500 ms +ok/);
});
