import { expect, test } from 'vitest';
import { redacted } from '../../main/support/pack/redact.ts';

const known = {
  type: 'sale.moved',
  saleId: '00000000-0000-4000-8000-000000000000',
  status: 'SUCCEEDED',
  amount: 1250,
  debtor: { name: 'Zoë Peeters', iban: 'BE71096123456769' },
  message: 'for aunt Mathilde',
  deeplink: 'https://pay.example/code/123',
};

test('amounts, ids and states are kept; names, accounts, messages and codes that pay are left out', () => {
  expect(redacted(known)).toEqual({
    ...known,
    debtor: { name: '…', iban: '…' },
    message: '…',
    deeplink: '…',
  });
});

test('a body and a report are redacted within their text', () => {
  const body = JSON.stringify({ amount: 1250, reference: 'R1', description: 'for Zoë' });
  const report = JSON.stringify({ number: 3, people: [{ person: { id: 'p1', name: 'Ava', role: 'cashier' } }] });
  expect(redacted({ body, report })).toEqual({
    body: '{"amount":1250,"reference":"R1","description":"…"}',
    report: '{"number":3,"people":[{"person":{"id":"p1","name":"…","role":"cashier"}}]}',
  });
  expect(redacted({ body: '{"iban":"BE71' })).toEqual({ body: '…' });
});

test('an address keeps its host and path, and nothing that may open a door', () => {
  expect(
    redacted({
      baseUrl: 'https://pay.example/v3',
      callbackUrl: 'https://u:p@shop.example/cb?token=hunter2#x',
      server: 'x',
    }),
  ).toEqual({ baseUrl: 'https://pay.example/v3', callbackUrl: 'https://shop.example/cb…', server: '…' });
});

test('whom an act was about is kept as an id alone', () => {
  const ids = ['00000000-0000-4000-8000-000000000000', 'fccd268a29a0d347301ef56e', '12', 'settings.pos.posId'];
  for (const about of ids) expect(redacted({ about })).toEqual({ about });
  for (const about of ['Zoë', 'jan.json', 'BE71096123456769', '/media/Ava/key.json'])
    expect(redacted({ about })).toEqual({ about: '…' });
});

test('a field that nobody has thought of says nothing, nor does the name of a member that is a text', () => {
  expect(redacted({ later: 'Zoë', nested: [{ later: 'Ava', amount: 1 }], 'Zoë Peeters': 3 })).toEqual({
    later: '…',
    nested: [{ later: '…', amount: 1 }],
    '…': 3,
  });
});

test('an account number in a reference is masked, and what lies too deep is left out', () => {
  expect(redacted({ reference: 'BE71 0961 2345 6769' })).toEqual({
    reference: expect.stringMatching(/^#[0-9a-f]{8}[+]19$/),
  });
  let deep: unknown = { reference: 'R1' };
  for (let depth = 0; depth < 40; depth += 1) deep = { deep };
  expect(JSON.stringify(redacted(deep))).toContain('…');
});
