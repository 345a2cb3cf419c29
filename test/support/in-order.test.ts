import { expect, test } from 'vitest';
import { inOrder } from '../../main/support/diagnosis/diagnosis.ts';
import fc from '../base/properties.ts';

const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 });
const named = (of: string, list: readonly number[]) => list.map((at, index) => ({ of, index, at }));

test('neither order is ever touched, and nothing is lost', () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      const steps = inOrder(named('spine', one), named('other', other));
      expect(steps.filter(({ of }) => of === 'spine')).toEqual(named('spine', one));
      expect(steps.filter(({ of }) => of === 'other')).toEqual(named('other', other));
    }),
  );
});

test('with a clock that nobody set it is the order of time, the spine first of equal times', () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      const rising = (list: readonly number[]) => list.toSorted((a, b) => a - b);
      const [spine, others] = [named('spine', rising(one)), named('other', rising(other))];
      expect(inOrder(spine, others)).toEqual([...spine, ...others].toSorted((a, b) => a.at - b.at));
    }),
  );
});

test.each([
  ['what was told before a clock was set back stays before it', [0, 1_000, -3_595], [500], [0, 500, 1_000, -3_595]],
  ['and what was told after, after it', [0, 1_000, -3_595, -2_000], [-3_000], [0, 1_000, -3_595, -3_000, -2_000]],
  ['what only the other saw of it goes with it', [0, 1_000], [1_500, -3_000], [0, 1_000, 1_500, -3_000]],
])('%s', (_what, spine, others, order) => {
  expect(inOrder(named('spine', spine), named('other', others)).map(({ at }) => at)).toEqual(order);
});
