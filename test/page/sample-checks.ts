import type { CheckReport, CheckResult, ChecksView } from '../../preload/contract/checks.ts';

const host = 'pay.example';
const thumbprint = 'mYyMQhJtWq3p0sF2b1cV8rT5nK7xL4eZ9uGdHaBjIoQ';

function found(id: CheckResult['id'], finding: string, ms: number, values: CheckResult['values'] = {}): CheckResult {
  return { id, state: 'ok', finding, ms, values };
}

const at = Date.UTC(2026, 10, 20, 13, 2, 31);

export const wellChecks: CheckReport = {
  at,
  version: '1.4.0',
  checks: [
    found('keychain', 'keychain.keeps', 12),
    found('signing-key', 'signing-key.signs', 3, { kid: 'till-42-2026', thumbprint }),
    found('dns', 'dns.found', 9, { host, addresses: '192.0.2.17, 2001:db8::17' }),
    found('tls', 'tls.trusted', 48, {
      host,
      days: 61,
      until: '2027-01-20',
      issuer: 'Example Trust',
      protocol: 'TLSv1.3',
    }),
    found('service', 'service.answers', 96, { host, keys: 2 }),
    found('clock', 'clock.right', 96, { seconds: 0, skewMs: 0 }),
    found('payments', 'payments.accepted', 96, { count: 1 }),
    found('authentication', 'authentication.both', 98),
    found('refunds', 'refunds.accepted', 104, { count: 0 }),
    found('payouts', 'payouts.accepted', 210, { count: 1 }),
    found('signature', 'signature.verified', 210),
    found('hosted-key', 'hosted-key.accepted', 96, { kid: 'till-42-2026', thumbprint }),
    { ...found('callback', 'callback.none', 0), state: 'skipped' },
    found('journal', 'journal.newest', 3_004, { events: 6_120_442, checked: 98_400, payments: 1_000_204 }),
    found('disk', 'disk.room', 61, { free: '64 GB', freeMiB: 65_536, syncMs: 4.4, slowestMs: 9.2 }),
    found('displays', 'displays.there', 0, { count: 2, screens: '1920 × 1080, 1080 × 1920 ⟳ 90°' }),
    found('printer', 'printer.there', 14, { count: 1, printers: 'Receipts 80', printer: 'Receipts 80' }),
    found('versions', 'versions.told', 0, {
      version: '1.4.0',
      electron: '45.4.1',
      chromium: '156.0.7204.23',
      node: '24.21.0',
      system: 'win32 10.0.26100',
    }),
  ],
};

const wrong: readonly CheckResult[] = [
  {
    ...found('tls', 'tls.ends-soon', 51, { host, days: 6, until: '2026-11-26' }),
    state: 'warning',
    mend: { view: 'settings', part: 'service' },
  },
  { ...found('clock', 'clock.off', 96, { seconds: 90, skewMs: 90_000 }), state: 'warning' },
  {
    ...found('refunds', 'auth.authority', 104, { status: 403, traceId: '5f2b9c0e1a7d4c3b8e6f0a9d2c1b7e45' }),
    state: 'failed',
    mend: { view: 'settings', part: 'service' },
  },
  {
    ...found('signature', 'verify.signature-mismatch', 210, { reason: 'verify.signature-mismatch' }),
    state: 'failed',
    mend: { view: 'settings', part: 'service' },
  },
  { ...found('payouts', 'needs.signature', 210), state: 'skipped' },
  {
    ...found('printer', 'printer.gone', 14, { printer: 'RECEIPTS_80' }),
    state: 'failed',
    mend: { view: 'settings', part: 'paper' },
  },
];

export const wrongChecks: CheckReport = {
  ...wellChecks,
  checks: wellChecks.checks.map((check) => wrong.find(({ id }) => id === check.id) ?? check),
};

export function checksAnswers(report: CheckReport | null, running: ChecksView['running'] = []) {
  return { 'checks.read': { running, report }, 'checks.run': {} };
}
