import { describe, expect, test } from 'vitest';
import type { JournalSaleEvent } from '../../main/domain/events.ts';
import { foldSale } from '../../main/domain/fold-sale.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import * as events from '../journal/sale-events.ts';
import { AT, where } from '../sale/sale-states.ts';

const saleId = 'sale-1';
const paymentId = events.PAYMENT;
const imported = {
  type: 'sale.imported',
  saleId,
  paymentId,
  reference: 'ORDER-7',
  amount: 700,
  status: 'PENDING',
  stage: 'waiting',
  createdAt: 5_000,
  follow: false,
} as const satisfies JournalSaleEvent;
const scanned = events.moved(saleId, 'IDENTIFIED', 'scanned');
const { at: _at, ...terminal } = where;

const once = (...happened: readonly JournalSaleEvent[]) =>
  happened.reduce<SaleRecord | undefined>((sale, event) => foldSale(sale, event, { ...where, at: AT }), undefined);

describe('a payment found by search', () => {
  const found = {
    saleId,
    origin: 'elsewhere',
    ...terminal,
    reference: 'ORDER-7',
    ownReference: false,
    amount: 700,
    operation: 'static-qr',
    skewMs: 0,
    creation: 'known',
    stage: 'waiting',
    status: 'PENDING',
    progress: 0,
    paymentId,
    createdAt: 5_000,
    startedAt: 5_000,
    cancel: 'no',
    cancelDue: 'no',
    acknowledge: 'no',
    superseded: false,
    dismissed: true,
    settled: true,
  };

  test('is foreign, on no screen and settled', () => {
    expect(once(imported)).toEqual(found);
    expect(once(imported, scanned)).toMatchObject({ stage: 'scanned', settled: true });
  });

  test('is followed when recovered after a journal loss', () => {
    expect(once({ ...imported, follow: true })).toEqual({ ...found, recovered: true, settled: false });
    expect(once({ ...imported, follow: true }, scanned)).toMatchObject({ stage: 'scanned', settled: false });
  });

  test('holds all fields of the service', () => {
    const details = {
      description: 'two coffees',
      expiresAt: 9_000,
      succeededAt: 8_000,
      debtor: { name: 'Zoë' },
      deeplink: 'https://pay.example/1',
    };
    const ended = { status: 'SUCCEEDED', stage: 'paid', follow: true } as const;
    expect(once({ ...imported, ...details, ...ended, posId: 'TILL7' })).toEqual({
      ...found,
      ...details,
      status: 'SUCCEEDED',
      stage: 'paid',
      progress: 4,
      endedAt: 8_000,
      toldPosId: 'TILL7',
      recovered: true,
      settled: true,
    });
  });

  test('has ended at its creation if not paid', () => {
    expect(once({ ...imported, status: 'EXPIRED', stage: 'expired' })).toMatchObject({
      endedAt: 5_000,
      settled: true,
    });
  });

  test('has no progress at an unrecognised stage', () => {
    expect(once({ ...imported, status: 'NEW', stage: 'unknown', follow: true })).toMatchObject({
      status: 'NEW',
      progress: 0,
      settled: false,
    });
  });
});
