import { expect, test } from 'vitest';
import { journalEvent } from '../../main/domain/events.ts';
import { seededRandom } from '../../main/sandbox/random.ts';
import { ShopDay } from '../demo/shop-day.ts';

test('simulated events are valid and cover each outcome', () => {
  const written: { type: string; stage?: string }[] = [];
  const till = { add: (type: string, payload: object) => written.push(journalEvent.parse({ type, ...payload })) };
  const day = new ShopDay(till as never, 'TILL1', seededRandom(1).next);
  for (let sale = 0; sale < 400; sale += 1) day.sell(1_700_000_000_000 + sale * 60_000);

  expect(written.filter(({ type }) => type === 'sale.intent')).toHaveLength(400);
  const stages = new Set(written.flatMap(({ stage }) => stage ?? []));
  expect(stages).toEqual(new Set(['scanned', 'paid', 'cancelled', 'expired', 'failed', 'refunded']));
  expect(new Set(written.map(({ type }) => type))).toContain('sale.creation-unknown');
});
