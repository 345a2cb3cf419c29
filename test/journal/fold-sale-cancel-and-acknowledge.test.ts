import { beforeEach, describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import {
  acknowledgeDue,
  acknowledged,
  cancelAnswered,
  cancelAsked,
  created,
  intent,
  moved,
  type OneSale,
  oneSale,
  problem,
  saleId,
  unreadable,
} from './one-sale.ts';

/** What this till asks of a payment, and what is left of that to do. */

let once: OneSale['once'];
beforeEach(() => {
  ({ once } = oneSale());
});

describe('a cancel', () => {
  test.each(['cashier', 'till'] as const)('that the %s asks for is to be sent', (by) => {
    expect(once(intent, created, { type: 'sale.cancel-asked', saleId, by })).toMatchObject({
      cancel: 'asked',
      cancelBy: by,
      cancelDue: 'send',
    });
  });

  test.each([
    ['accepted', { cancel: 'asked', cancelDue: 'no' }],
    ['refused', { cancel: 'asked', cancelDue: 'check-refused' }],
    ['unknown', { cancel: 'asked', cancelDue: 'check' }],
    ['too-late', { cancel: 'too-late', cancelDue: 'no' }],
    ['dropped', { cancel: 'no', cancelDue: 'no' }],
  ] as const)('that is answered with %s leaves this to do: %o', (outcome, left) => {
    const sale = once(intent, created, cancelAsked, cancelAnswered(outcome));
    expect(sale).toMatchObject({ ...left, cancelBy: 'cashier', stage: 'creating' });
    expect(sale).not.toHaveProperty('problem');
  });

  test.each([
    ['accepted', false],
    ['refused', true],
    ['unknown', false],
    ['too-late', false],
    ['dropped', true],
  ] as const)('that is answered with %s tells why: %s', (outcome, tells) => {
    const sale = once(intent, created, cancelAsked, cancelAnswered(outcome, problem));
    expect(sale.problem).toEqual(tells ? problem : undefined);
  });

  test('that is refused without a reason leaves the trouble there was', () => {
    expect(once(intent, created, unreadable, cancelAsked, cancelAnswered('refused')).problem).toEqual(problem);
  });
});

describe('an acknowledgement', () => {
  const declined = { ...problem, code: 'sale.acknowledge-declined' };

  test.each<readonly [string, readonly JournalEvent[], Partial<SaleRecord>]>([
    ['due', [acknowledgeDue], { acknowledge: 'due' }],
    ['done', [acknowledgeDue, acknowledged], { acknowledge: 'done' }],
    [
      'refused',
      [acknowledgeDue, { type: 'sale.acknowledge-refused', saleId, problem }],
      { acknowledge: 'refused', problem },
    ],
    [
      'declined',
      [acknowledgeDue, { type: 'sale.acknowledge-refused', saleId, problem: declined }],
      { acknowledge: 'declined', problem: declined },
    ],
  ])('is %s', (_what, events, record) => {
    const before = once(intent, created, moved('PENDING_MERCHANT_ACKNOWLEDGEMENT', 'authorised'));
    expect(once(...events)).toEqual({ ...before, ...record });
  });
});
