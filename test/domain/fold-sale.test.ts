import { describe, expect, test } from 'vitest';
import type { JournalSaleEvent } from '../../main/domain/events.ts';
import { foldSale } from '../../main/domain/fold-sale.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import {
  AT,
  absent,
  ended,
  fresh,
  known,
  ours,
  problem,
  searching,
  told,
  waiting,
  where,
} from '../sale/sale-states.ts';

/** The guard of each event: the state machine leaves such a sale as it is, and the journal refuses the event. */
describe('what cannot happen to a sale as it is', () => {
  const saleId = 'sale-1';
  const created = { type: 'sale.created', saleId, paymentId: ours, createdAt: AT, via: 'search' } as const;
  const moved = { type: 'sale.moved', saleId, via: 'read', status: 'PENDING', stage: 'waiting' } as const;
  const asked = { type: 'sale.cancel-asked', saleId, by: 'cashier' } as const;
  const answered = { type: 'sale.cancel-answered', saleId } as const;
  const acknowledged = { type: 'sale.acknowledged', saleId } as const;
  const refused = told({ type: 'creation-refused', problem });

  test.each<readonly [string, SaleRecord | undefined, JournalSaleEvent]>([
    ['anything before it began', undefined, moved],
    ['a second creation', known(), created],
    ['no answer to a creation that was answered', known(), { type: 'sale.creation-unknown', saleId, problem }],
    [
      'the refusal of a creation of unknown outcome',
      told(searching),
      { type: 'sale.creation-refused', saleId, problem },
    ],
    ['the absence of a creation that is under way', fresh(), { type: 'sale.creation-absent', saleId }],
    ['news of a payment that is not known', told(searching), moved],
    ['an unreadable answer about it', fresh(), { type: 'sale.unreadable', saleId, problem }],
    ['an end that is taken back', ended('SUCCEEDED'), moved],
    ['a cancel of a payment that was never made', refused, asked],
    ['a cancel of a payment that is nowhere', told(searching, absent), asked],
    [
      'an answer to a cancel before the payment is known',
      told({ type: 'cancel-asked' }),
      { ...answered, outcome: 'accepted' },
    ],
    ['an answer to a cancel that nobody asked for', waiting(), { ...answered, outcome: 'refused', problem }],
    ['an acknowledgement that is due after the end', ended('EXPIRED'), { type: 'sale.acknowledge-due', saleId }],
    ['an acknowledgement that is due before the payment is known', fresh(), { type: 'sale.acknowledge-due', saleId }],
    ['the acknowledgement of a payment that is not known', fresh(), acknowledged],
    ['its refusal', fresh(), { type: 'sale.acknowledge-refused', saleId, problem }],
    ['its acceptance where none is due', waiting(), acknowledged],
    ['an unreadable answer after the end', ended('SUCCEEDED'), { type: 'sale.unreadable', saleId, problem }],
    ['being left twice', told({ type: 'dismissed' }), { type: 'sale.dismissed', saleId }],
    ['being settled twice', ended('SUCCEEDED'), { type: 'sale.settled', saleId }],
    ['being superseded twice', told({ type: 'superseded', by: 'b' }), { type: 'sale.superseded', saleId, by: 'c' }],
    ['an alarm that is seen where there is none', waiting(), { type: 'sale.alarm-acknowledged', saleId }],
  ])('%s', (_what, before, event) => {
    expect(() => foldSale(before, event, where)).toThrow(
      expect.objectContaining({
        name: 'MisplacedEvent',
        message: `${event.type} cannot happen to sale-1 as it is`,
      }),
    );
  });
});
