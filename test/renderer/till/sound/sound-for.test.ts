import { expect, test } from 'vitest';
import { soundFor } from '../../../../renderer/till/sound/sound-for.ts';
import { sale, till } from '../../../page/sample-snapshots.ts';

const waiting = till({ sale: sale('waiting') });

test('paid and failed have different sounds', () => {
  expect(soundFor(waiting, till({ sale: sale('paid') }))).toBe('paid');
  expect(soundFor(waiting, till({ sale: sale('failed') }))).toBe('failed');
});

test('only a cancel by the customer is audible', () => {
  expect(soundFor(waiting, till({ sale: sale('cancelled', { ending: 'cashier' }) }))).toBeUndefined();
  expect(soundFor(waiting, till({ sale: sale('cancelled', { ending: 'payer' }) }))).toBe('attention');
});

test('an end sounds once, however often the snapshot repeats', () => {
  const paid = till({ sale: sale('paid') });
  expect(soundFor(paid, till({ sale: sale('paid', { refundable: 0 }) }))).toBeUndefined();
});

test('a customer scan sounds once, later stages stay silent', () => {
  const scanned = till({ sale: sale('scanned') });
  expect(soundFor(waiting, scanned)).toBe('scanned');
  expect(soundFor(scanned, till({ sale: sale('scanned', { cancel: 'too-late' }) }))).toBeUndefined();
  for (const stage of ['creating', 'waiting', 'authorised'] as const)
    expect(soundFor(till(), till({ sale: sale(stage) }))).toBeUndefined();
});

test('the end of a parked payment sounds once', () => {
  const notices = [
    { id: 'sale.parked.a', code: 'sale.parked.expired', severity: 'warning', action: 'dismiss' },
  ] as const;
  const told = till({ notices: [...notices] });
  expect(soundFor(till(), told)).toBe('attention');
  expect(soundFor(told, till({ notices: [...notices] }))).toBeUndefined();
});

test('a scan after the cashier’s cancel is silent', () => {
  expect(soundFor(waiting, till({ sale: sale('scanned', { cancel: 'asked' }) }))).toBeUndefined();
});

test('a late payment calls for attention', () => {
  const alarm = { shownAs: 'cancelled', at: 0, acknowledged: false } as const;
  expect(soundFor(waiting, till({ sale: sale('paid', { alarm }) }))).toBe('attention');
});
