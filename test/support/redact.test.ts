import { expect, test } from 'vitest';
import { englishWords } from '../../main/base/native-words.ts';
import { packedChecks, redacted } from '../../main/support/pack/redact.ts';
import type { CheckReport, CheckResult } from '../../preload/contract/checks.ts';

const known = {
  type: 'sale.moved',
  saleId: '00000000-0000-4000-8000-000000000000',
  status: 'SUCCEEDED',
  amount: 1250,
  debtor: { name: 'Zoë Peeters', iban: 'BE71096123456769' },
  message: 'for aunt Mathilde',
  deeplink: 'https://pay.example/code/123',
};

test('keeps amounts, ids and states, removes personal data', () => {
  expect(redacted(known)).toEqual({
    ...known,
    debtor: { name: '…', iban: '…' },
    message: '…',
    deeplink: '…',
  });
});

test('redacts JSON within texts', () => {
  const body = JSON.stringify({ amount: 1250, reference: 'R1', description: 'for Zoë' });
  const report = JSON.stringify({ number: 3, people: [{ person: { id: 'p1', name: 'Ava', role: 'cashier' } }] });
  expect(redacted({ body, report })).toEqual({
    body: '{"amount":1250,"reference":"R1","description":"…"}',
    report: '{"number":3,"people":[{"person":{"id":"p1","name":"…","role":"cashier"}}]}',
  });
  expect(redacted({ body: '{"iban":"BE71' })).toEqual({ body: '…' });
});

test('an address keeps only host and path', () => {
  expect(
    redacted({
      baseUrl: 'https://pay.example/v3',
      callbackUrl: 'https://u:p@shop.example/cb?token=hunter2#x',
      server: 'x',
    }),
  ).toEqual({ baseUrl: 'https://pay.example/v3', callbackUrl: 'https://shop.example/cb…', server: '…' });
});

test("an act's subject is kept only as an id", () => {
  const ids = ['00000000-0000-4000-8000-000000000000', 'fccd268a29a0d347301ef56e', '12', 'settings.pos.posId'];
  for (const about of ids) expect(redacted({ about })).toEqual({ about });
  for (const about of ['Zoë', 'jan.json', 'BE71096123456769', '/media/Ava/key.json'])
    expect(redacted({ about })).toEqual({ about: '…' });
});

test('removes unknown fields and texts as member names', () => {
  expect(redacted({ later: 'Zoë', nested: [{ later: 'Ava', amount: 1 }], 'Zoë Peeters': 3 })).toEqual({
    later: '…',
    nested: [{ later: '…', amount: 1 }],
    '…': 3,
  });
});

test('masks account numbers and drops deep nesting', () => {
  expect(redacted({ reference: 'BE71 0961 2345 6769' })).toEqual({
    reference: expect.stringMatching(/^#[0-9a-f]{8}[+]19$/),
  });
  let deep: unknown = { reference: 'R1' };
  for (let depth = 0; depth < 40; depth += 1) deep = { deep };
  expect(JSON.stringify(redacted(deep))).toContain('…');
});

const words = await englishWords();

function packed(check: Pick<CheckResult, 'id' | 'state' | 'finding' | 'values'>) {
  const report: CheckReport = { at: 1_795_000_000_000, version: '0.1.0', checks: [{ ms: 3, ...check }] };
  const { checks } = packedChecks(report, words) as { readonly checks: readonly Record<string, unknown>[] };
  return checks[0];
}

const thumbprint = 'w5cVgQb8kTq1kV1rY2B3a4c5d6e7f8g9h0i1j2k3l4m';
const facts: readonly Pick<CheckResult, 'id' | 'finding' | 'values'>[] = [
  { id: 'signing-key', finding: 'signing-key.signs', values: { kid: 'shop42-2026', thumbprint } },
  {
    id: 'tls',
    finding: 'tls.trusted',
    values: {
      host: 'pay.provider-example.eu',
      days: 80,
      until: '2027-02-11',
      issuer: 'DigiCert Inc',
      protocol: 'TLSv1.3',
    },
  },
  {
    id: 'callback',
    finding: 'callback.elsewhere',
    values: { host: '0.0.0.0', port: 8443, name: 'till.shop.nl', addresses: '192.168.178.20' },
  },
  {
    id: 'versions',
    finding: 'versions.told',
    values: { version: '0.9.0', electron: '45.0.1', chromium: '156.0.7000.12', node: '24.4.1', system: 'linux 6.8.0' },
  },
  { id: 'disk', finding: 'disk.room', values: { free: '120 GB', freeMiB: 122_880, syncMs: 2.1 } },
  { id: 'displays', finding: 'displays.there', values: { count: 2, screens: '1920 × 1080, 1280 × 800' } },
];

test.each(facts)('keeps the facts of $id for support', (check) => {
  expect(packed({ state: 'ok', ...check })).toMatchObject({ values: check.values });
});

test('describes each check like the screen', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const values = { reason: 'service.error', status: 500, traceId };
  expect(packed({ id: 'payments', state: 'failed', finding: 'service.error', values })).toMatchObject({
    name: 'Right to payments',
    means: expect.stringMatching(/\w/),
    advice: 'Check again in a minute. If that does not help, tell the provider, with the trace id.',
    values,
  });
  const { means } = packed({
    id: 'dns',
    state: 'failed',
    finding: 'network.dns',
    values: { host: 'pay.example' },
  }) as { readonly means: string };
  expect(means).toBe('The name pay.example cannot be found.');
});

test('removes personal names and unknown facts', () => {
  const gone = { printer: 'Zoë Peeters', printers: 'Ava’s printer', later: 'hunter2' };
  const text = JSON.stringify(packed({ id: 'printer', state: 'failed', finding: 'printer.gone', values: gone }));
  for (const secret of ['Zoë', 'Peeters', 'Ava', 'hunter2']) expect(text).not.toContain(secret);
  const values = { traceId: 'for aunt Mathilde', proxy: 'http://ava:hunter2@proxy.example:8080' };
  expect(packed({ id: 'dns', state: 'skipped', finding: 'dns.proxy', values })).toMatchObject({
    values: { traceId: expect.not.stringContaining('Mathilde'), proxy: 'http://proxy.example:8080' },
    means: expect.not.stringContaining('hunter2'),
  });
});
