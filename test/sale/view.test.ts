import { describe, expect, test } from 'vitest';
import { displayScene } from '../../main/sale/view.ts';
import type { SaleView } from '../../preload/views.ts';

const base: SaleView = {
  saleId: 'a',
  reference: 'r',
  amount: 1250,
  stage: 'waiting',
  posId: 'TILL42',
  startedAt: 0,
  cancel: 'no',
  refunds: [],
  refundable: 0,
  deeplink: 'https://payer.example/1',
  timeLeftMs: 41_000,
  lifetimeMs: 60_000,
  debtor: { name: 'Zoë de Vries', iban: 'NL00****1234' },
};
const now = { endedForMs: 0, sticker: false };

describe('the customer sees', () => {
  test('nothing of anybody while no sale is on', () => {
    expect(displayScene(null, now)).toEqual({ kind: 'idle' });
  });

  test('the amount, the code and the time left while the till waits', () => {
    expect(displayScene(base, now)).toEqual({
      kind: 'waiting',
      amount: 1250,
      deeplink: 'https://payer.example/1',
      timeLeftMs: 41_000,
      lifetimeMs: 60_000,
    });
  });

  test('no code where it hangs on the counter', () => {
    expect(displayScene(base, { ...now, sticker: true })).not.toHaveProperty('deeplink');
  });

  test('their first name and nothing else of theirs when it is paid', () => {
    expect(displayScene({ ...base, stage: 'paid' }, now)).toEqual({ kind: 'paid', amount: 1250, debtorName: 'Zoë' });
  });

  test.each(['paid', 'cancelled', 'expired', 'failed', 'voided'] as const)(
    'nothing of a sale that was %s ten seconds ago',
    (stage) => {
      expect(displayScene({ ...base, stage }, { ...now, endedForMs: 9_999 }).kind).not.toBe('idle');
      expect(displayScene({ ...base, stage }, { ...now, endedForMs: 10_000 })).toEqual({ kind: 'idle' });
    },
  );

  test.each([
    ['creating', 'preparing'],
    ['scanned', 'scanned'],
    ['authorised', 'authorised'],
    ['unknown', 'unknown'],
    ['cancelled', 'cancelled'],
    ['expired', 'expired'],
    ['failed', 'failed'],
    ['voided', 'cancelled'],
  ] as const)('%s as %s', (stage, kind) => {
    expect(displayScene({ ...base, stage }, now)).toEqual({ kind, amount: 1250 });
  });
});
