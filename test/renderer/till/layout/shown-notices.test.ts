import { expect, test } from 'vitest';
import { openAlarm } from '../../../../renderer/till/dialogs/open-alarm.ts';
import { shownNotices } from '../../../../renderer/till/layout/shown-notices.ts';
import { SALE_ID, sale, till } from '../../../page/sample-snapshots.ts';

const codes = (snapshot: ReturnType<typeof till>) => shownNotices(snapshot).map((notice) => notice.code);

test('shows the most urgent notice first', () => {
  const notices = [
    { id: 'i', code: 'i', severity: 'info' },
    { id: 'a', code: 'a', severity: 'alarm' },
    { id: 'w', code: 'w', severity: 'warning' },
  ] as const;
  expect(codes(till({ notices: [...notices] }))).toEqual(['a', 'w', 'i']);
});

test('shows display, service, clock and recovery notices', () => {
  const service = { state: 'offline', sinceMs: 0, host: 'api.example.org', skewMs: -45_000 } as const;
  const recovery = { running: true, open: 2, resolved: 1 };
  expect(codes(till({ display: 'closed', service, recovery })).sort()).toEqual(
    ['clock.skew', 'display.closed', 'recovery.running', 'service.offline'].sort(),
  );
});

test.each([900_001, -3_600_000])('raises an alarm for a clock %d ms off', (skewMs) => {
  const service = { state: 'online', sinceMs: 0, host: 'api.example.org', skewMs } as const;
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const notice = { id: 'clock.wrong', code: 'clock.wrong', severity: 'alarm', values: { minutes } };
  expect(shownNotices(till({ service }))).toEqual([notice]);
});

test.each([
  [30_000, []],
  [-30_001, [{ id: 'clock.skew', code: 'clock.skew', severity: 'warning', values: { seconds: 30 } }]],
  [900_000, [{ id: 'clock.skew', code: 'clock.skew', severity: 'warning', values: { seconds: 900 } }]],
])('a clock %d ms off shows %j', (skewMs, notices) => {
  const service = { state: 'online', sinceMs: 0, host: 'api.example.org', skewMs } as const;
  expect(shownNotices(till({ service }))).toEqual(notices);
});

test('lists an unreachable service with other warnings', () => {
  const service = { state: 'offline', sinceMs: 0, host: 'api.example.org', skewMs: 0 } as const;
  const notices = [
    { id: 'provision.shred', code: 'provision.shred', severity: 'warning', action: 'shred-file' },
  ] as const;
  expect(codes(till({ service, notices: [...notices] }))).toEqual(['service.offline', 'provision.shred']);
});

test('shows the end of a parked sale before machine notices', () => {
  const notices = [
    { id: 'provision.shred', code: 'provision.shred', severity: 'warning', action: 'shred-file' },
    { id: 'sale.parked.a', code: 'sale.parked.expired', severity: 'warning', action: 'dismiss' },
  ] as const;
  const shown = codes(till({ display: 'closed', notices: [...notices] }));
  expect(shown).toEqual(['sale.parked.expired', 'display.closed', 'provision.shred']);
});

test('names the open payment when the service is unreachable', () => {
  const service = { state: 'offline', sinceMs: 0, host: 'api.example.org', skewMs: 0 } as const;
  expect(codes(till({ service, sale: sale('waiting') }))).toEqual(['service.offline.sale']);
  expect(codes(till({ service, sale: sale('paid') }))).toEqual(['service.offline']);
  const why = { id: 'service.refuses', code: 'network.proxy-auth', severity: 'alarm' } as const;
  expect(codes(till({ service, notices: [why] }))).toEqual(['network.proxy-auth']);
});

test('shows a fact from main once', () => {
  const notices = [
    { id: 'display.closed', code: 'display.unplugged', severity: 'warning', action: 'open-display' },
  ] as const;
  expect(codes(till({ display: 'closed', notices: [...notices] }))).toEqual(['display.unplugged']);
});

test('the keychain notice from main replaces the snapshot’s notice', () => {
  const notices = [{ id: 'open.keychain.library', code: 'keychain.library', severity: 'alarm' }] as const;
  const snapshot = till({ notices: [...notices] });
  const terminal = { ...snapshot.terminal, keychain: 'missing' } as const;
  expect(codes({ ...snapshot, terminal })).toEqual(['keychain.library']);
  expect(codes({ ...till(), terminal })).toEqual(['keychain.missing']);
});

test('shows a late payment as an alarm, outside the notices', () => {
  const snapshot = till({
    notices: [
      {
        id: 'x',
        code: 'sale.alarm',
        severity: 'alarm',
        action: 'acknowledge',
        saleId: SALE_ID,
        values: { reference: 'R1', amountCents: 1250 },
      },
    ],
  });
  expect(shownNotices(snapshot)).toEqual([]);
  expect(openAlarm(snapshot)).toMatchObject({ saleId: SALE_ID, reference: 'R1', amount: 1250, kind: 'paid' });
});

test('shows a payment taken back as an alarm', () => {
  const alarm = { shownAs: 'paid', at: 0, acknowledged: false } as const;
  expect(openAlarm(till({ sale: sale('cancelled', { alarm }) }))).toMatchObject({ kind: 'taken-back' });
  const notice = { id: 'x', severity: 'alarm', action: 'acknowledge', saleId: 'gone' } as const;
  const elsewhere = (code: string) => openAlarm(till({ recent: [], notices: [{ ...notice, code }] }));
  expect(elsewhere('sale.taken-back')).toMatchObject({ saleId: 'gone', kind: 'taken-back' });
  expect(elsewhere('sale.alarm')).toMatchObject({ saleId: 'gone', kind: 'paid' });
});
