import { describe, expect, test } from 'vitest';
import { displayScene } from '../../main/sale/sale-view.ts';
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

  test('the amount and no code while there is no code yet', () => {
    const { deeplink: _none, ...codeless } = base;
    expect(displayScene(codeless, now)).toEqual({ kind: 'preparing', amount: 1250 });
    expect(displayScene(codeless, { ...now, sticker: true })).toStrictEqual({
      kind: 'waiting',
      amount: 1250,
      timeLeftMs: 41_000,
      lifetimeMs: 60_000,
    });
  });

  test('no time left where nobody knows it', () => {
    const { timeLeftMs: _left, lifetimeMs: _lifetime, ...timeless } = base;
    expect(displayScene(timeless, now)).toMatchObject({ kind: 'waiting', timeLeftMs: 0, lifetimeMs: 0 });
  });

  test.each([
    ['  Zoë  de Vries', 'Zoë'],
    ['Zoë\tde Vries', 'Zoë'],
    ['', undefined],
    ['   ', undefined],
    [undefined, undefined],
  ])('of a payer who is called %j: %j', (name, shown) => {
    const debtor = name === undefined ? {} : { name };
    const scene = displayScene({ ...base, stage: 'paid', debtor }, now);
    expect(scene).toStrictEqual({ kind: 'paid', amount: 1250, ...(shown === undefined ? {} : { debtorName: shown }) });
  });

  test('a payment of a payer whom nobody knows', () => {
    const { debtor: _none, ...anonymous } = base;
    expect(displayScene({ ...anonymous, stage: 'paid' }, now)).toStrictEqual({ kind: 'paid', amount: 1250 });
  });

  test('a sale that goes on, however long', () => {
    expect(displayScene(base, { ...now, endedForMs: 60_000 }).kind).toBe('waiting');
  });
});
