import { describe, expect, test } from 'vitest';
import { paymentStatuses } from '../../main/domain/payment-service.ts';
import { type EndedSale, endOf, isFinal, stageOf } from '../../main/domain/who-ended.ts';
import { AT, payment } from '../sale/sale-states.ts';

const nobodys: EndedSale = { acknowledge: 'no', cancel: 'no', superseded: false, progress: 0 };
const EXPIRY = AT + 60_000;

test.each([
  [-1, 'waiting'],
  [0, 'waiting'],
  [1, 'scanned'],
  [2, 'authorised'],
  [3, 'authorised'],
])('a payment with progress %i is %s', (progress, stage) => {
  expect(stageOf(progress)).toBe(stage);
});

test('exactly six statuses are final', () => {
  const final = ['AUTHORIZATION_FAILED', 'FAILED', 'SUCCEEDED', 'CANCELLED', 'EXPIRED', 'VOIDED'];
  expect(paymentStatuses.filter(isFinal)).toEqual(final);
  expect(isFinal('ON_HOLD')).toBe(false);
});

describe('the end of a payment and its cause', () => {
  test.each<readonly [string, Partial<EndedSale>, string, string | undefined]>([
    ['paid', {}, 'SUCCEEDED', undefined],
    ['failed', {}, 'AUTHORIZATION_FAILED', 'bank-refused'],
    ['failed', {}, 'FAILED', 'service'],
    ['failed', { acknowledge: 'refused' }, 'FAILED', 'merchant-refused'],
    ['failed', { acknowledge: 'declined' }, 'FAILED', 'service'],
    ['voided', {}, 'VOIDED', 'service'],
    ['voided', { acknowledge: 'refused' }, 'VOIDED', 'merchant-refused'],
    ['cancelled', {}, 'CANCELLED', 'elsewhere'],
    ['cancelled', { acknowledge: 'refused', cancel: 'asked' }, 'CANCELLED', 'merchant-refused'],
    ['cancelled', { cancel: 'asked', progress: 1 }, 'CANCELLED', 'cashier'],
    ['cancelled', { cancel: 'too-late', progress: 1 }, 'CANCELLED', 'payer'],
    ['cancelled', { superseded: true }, 'CANCELLED', 'cashier'],
    ['cancelled', { progress: 1 }, 'CANCELLED', 'payer'],
  ])('%s, with the sale %o and the status %s: %s', (stage, sale, status, ending) => {
    const end = endOf({ ...nobodys, ...sale }, payment(status), EXPIRY);
    expect(end).toStrictEqual(ending === undefined ? { stage } : { stage, ending });
  });

  test('a payer with a known name has scanned', () => {
    const cancelled = payment('CANCELLED', { debtor: { name: 'Zoë' } });
    expect(endOf(nobodys, cancelled, AT)).toEqual({ stage: 'cancelled', ending: 'payer' });
  });

  test.each(['PENDING', 'IDENTIFIED', 'AUTHORIZED', 'PENDING_MERCHANT_ACKNOWLEDGEMENT', 'ON_HOLD'])(
    '%s is no end',
    (status) => {
      expect(endOf(nobodys, payment(status), EXPIRY)).toBeUndefined();
    },
  );
});

describe('an expiry', () => {
  const { expiresAt: _none, ...timeless } = payment('EXPIRED');

  test.each<readonly [string, Partial<EndedSale>, number, string | undefined]>([
    ['at its time has no other cause', {}, EXPIRY, undefined],
    ['ten seconds before its time is a clock that is off', {}, EXPIRY - 10_000, undefined],
    ['earlier than that is the doing of another till', {}, EXPIRY - 10_001, 'elsewhere'],
    ['that our own next sale brought about is not', { superseded: true }, AT, undefined],
    ['of a payment that was scanned is not', { progress: 1 }, AT, undefined],
  ])('%s', (_name, sale, at, ending) => {
    const end = endOf({ ...nobodys, ...sale }, payment('EXPIRED'), at);
    expect(end).toStrictEqual(ending === undefined ? { stage: 'expired' } : { stage: 'expired', ending });
  });

  test('falls back to the expiry known to the sale', () => {
    expect(endOf({ ...nobodys, expiresAt: EXPIRY }, timeless, AT)).toEqual({ stage: 'expired', ending: 'elsewhere' });
    expect(endOf({ ...nobodys, expiresAt: EXPIRY }, timeless, EXPIRY)).toEqual({ stage: 'expired' });
    expect(endOf(nobodys, timeless, AT)).toStrictEqual({ stage: 'expired' });
  });

  test('prefers the expiry of the answer', () => {
    expect(endOf({ ...nobodys, expiresAt: AT }, payment('EXPIRED'), AT)).toMatchObject({ ending: 'elsewhere' });
  });
});
