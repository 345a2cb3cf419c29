import { expect, test } from 'vitest';
import { soundFor } from '../../../../renderer/till/sound/sounds.ts';
import { sale, till } from '../../../page/sample-snapshots.ts';

const waiting = till({ sale: sale('waiting') });

test('paid and failed are heard, and told apart', () => {
  expect(soundFor(waiting, till({ sale: sale('paid') }))).toBe('paid');
  expect(soundFor(waiting, till({ sale: sale('failed') }))).toBe('failed');
});

test('a cashier who cancels hears nothing; a customer who does is heard', () => {
  expect(soundFor(waiting, till({ sale: sale('cancelled', { ending: 'cashier' }) }))).toBeUndefined();
  expect(soundFor(waiting, till({ sale: sale('cancelled', { ending: 'payer' }) }))).toBe('attention');
});

test('an end is heard once, however often it is told again', () => {
  const paid = till({ sale: sale('paid') });
  expect(soundFor(paid, till({ sale: sale('paid', { refundable: 0 }) }))).toBeUndefined();
});

test('a customer who scans is heard once, and otherwise nothing while they are at it', () => {
  const scanned = till({ sale: sale('scanned') });
  expect(soundFor(waiting, scanned)).toBe('scanned');
  expect(soundFor(scanned, till({ sale: sale('scanned', { cancel: 'too-late' }) }))).toBeUndefined();
  for (const stage of ['creating', 'waiting', 'authorised'] as const)
    expect(soundFor(till(), till({ sale: sale(stage) }))).toBeUndefined();
});

test('the end of a parked payment calls for attention, once', () => {
  const notices = [
    { id: 'sale.parked.a', code: 'sale.parked.expired', severity: 'warning', action: 'dismiss' },
  ] as const;
  const told = till({ notices: [...notices] });
  expect(soundFor(till(), told)).toBe('attention');
  expect(soundFor(told, till({ notices: [...notices] }))).toBeUndefined();
});

test('a scan after the cashier has cancelled is not heard: nobody is to go on', () => {
  expect(soundFor(waiting, till({ sale: sale('scanned', { cancel: 'asked' }) }))).toBeUndefined();
});

test('a payment that was paid after all calls for attention', () => {
  const alarm = { shownAs: 'cancelled', at: 0, acknowledged: false } as const;
  expect(soundFor(waiting, till({ sale: sale('paid', { alarm }) }))).toBe('attention');
});
