import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { Log } from '../../main/base/log.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { createLog } from '../../main/support/log.ts';
import { maskedExcerpt, maskedId, maskedText } from '../../main/support/masks.ts';
import { surviveUncaughtErrors } from '../../main/support/uncaught-errors.ts';
import fc from '../base/properties.ts';

function logged(write: (log: Log) => void): string {
  const lines: string[] = [];
  write(createLog({ write: (line) => void lines.push(line), close: () => undefined }));
  return lines.join('');
}

const answer = {
  paymentId: '0123456789abcdef01234567',
  status: 'SUCCEEDED',
  amount: 1250,
  debtor: { name: 'Zoë Peeters', iban: 'BE71 0961 2345 6769' },
  creditor: { name: 'Bakkerij', iban: 'NL91ABNA0417164300' },
  message: 'for aunt Mathilde',
  description: 'two "kriek" pies',
  tags: ['Zoë', { nested: 'Peeters' }],
};

describe('an answer that cannot be read', () => {
  test('is in the log by its form: members, numbers, status and ids, and not what people wrote or are called', () => {
    const raw = JSON.stringify(answer);
    const line = JSON.parse(logged((log) => log.warn('answer.schema', { raw }))).raw as string;
    for (const word of ['Zoë', 'Peeters', 'BE71', '0961', 'NL91', 'Bakkerij', 'Mathilde', 'kriek', 'pies'])
      expect(line).not.toContain(word);
    expect(line).toContain('"paymentId":"0123456789abcdef01234567","status":"SUCCEEDED","amount":1250');
    expect(line).toContain('"debtor":{"name":"…","iban":"…"}');
  });

  test('tells no text wherever it was cut off or broken', () => {
    const whole = JSON.stringify(answer);
    fc.assert(
      fc.property(fc.nat({ max: whole.length }), fc.constantFrom('', '"', '}', 'x', '\\'), (at, broken) => {
        const shown = maskedExcerpt(whole.slice(0, at) + broken + whole.slice(at + 1), 4_000);
        // A broken quote turns what is between the texts inside out: then a bare word may be what was one.
        for (const word of ['Zoë', 'Peeters', '0961', 'Bakkerij', 'Mathilde', 'kriek'])
          expect(shown).not.toContain(word);
      }),
    );
  });

  test('of a proxy is left as it is', () => {
    const page = '<html><h1>502 Bad Gateway</h1><p>nginx</p></html>';
    expect(maskedExcerpt(page, 4_000)).toBe(page);
  });
});

test('a trace id that is as long as a key stands whole, and a key in its place does not', () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const { d } = makeSigningKey('k1');
  const shown = (traceId: string) => [
    JSON.parse(logged((log) => log.warn('x', { traceId }))).traceId,
    JSON.parse(maskedExcerpt(JSON.stringify({ traceId }), 500)).traceId,
  ];
  for (const id of [trace, trace.toUpperCase(), 'trace-3f1d2c4b-1111-4222-8333-444455556666'])
    expect(shown(id)).toEqual([id, id]);
  // A key as the service's APIs and files have it: base64url, hex, and with a word before it.
  for (const key of [d, 'a1'.repeat(32), `key-${'a1'.repeat(32)}`, `trace-${d}`])
    for (const text of shown(key)) expect(text).not.toContain(key.slice(-20));
});

test('what was to be JSON is not quoted', () => {
  const said = `SyntaxError: Unexpected token 'G', ..."{"name": Grace Page}"... is not valid JSON`;
  expect(maskedText(said, 500)).toBe(`SyntaxError: Unexpected token '…', ..."…" is not valid JSON`);
});

describe('a secret is struck out', () => {
  const { d } = makeSigningKey('k1');
  test.each([
    ['a PIN in JSON', '{"managerPin":"471147"}', '471147'],
    ['a PIN as a number', '{"pin": 471147, "x": 1}', '471147'],
    ['a new PIN', '{"newPin":"471147"}', '471147'],
    ['a PIN in JSON within JSON', JSON.stringify({ body: '{"managerPin":"471147"}' }), '471147'],
    ['a PIN in words', 'Invalid PIN: 471147', '471147'],
    ['a PIN with a quote in it', '{"apiKey":"abc\\"hunter2"}', 'hunter2'],
    ['a private key', JSON.stringify({ d }), d],
    ['a private key within JSON', JSON.stringify({ body: JSON.stringify({ d }) }), d],
    ['a private key that was cut off', JSON.stringify({ d }).slice(0, 30), d.slice(0, 20)],
    ['a passphrase', '{"passphrase":"correct horse battery"}', 'horse'],
    ['a token in an address', 'GET /callback?token=hunter2&x=1', 'hunter2'],
    ['the password of a proxy', 'connect to http://till:hunter2@proxy:3128 failed', 'hunter2'],
    ['a signature', 'eyJhbGciOiJFUzI1NiJ9..c2lnbmF0dXJl is wrong', 'c2lnbmF0dXJl'],
    ['an API key as a bearer token', 'authorization: bearer hunter2', 'hunter2'],
  ])('%s', (_what, text, secret) => {
    for (const mask of [maskedText, maskedId, maskedExcerpt]) expect(mask(text, 500)).not.toContain(secret);
    expect(logged((log) => log.warn(text, { reason: text, path: text, kid: text }))).not.toContain(secret);
  });

  test('also where the length limit would cut it in the middle', () => {
    for (let at = 440; at < 510; at += 1) {
      const shown = maskedText(`${'x'.repeat(at)} {"d":"${d}"} BE71 0961 2345 6769`, 500);
      expect(shown.length).toBeLessThanOrEqual(500);
      expect(shown).not.toContain(d.slice(0, 4));
      expect(shown).not.toContain('0961');
    }
  });
});

test('an error that nothing caught quotes no account number in its message, its cause or its stack', () => {
  const lines = logged((log) => {
    const cause = new Error('duplicate account be71.0961.2345.6769');
    const error = new Error(`Account BE71 0961 2345 6769 with "apiKey":"hunter2"`, { cause });
    const running = new EventEmitter();
    surviveUncaughtErrors(running, log, () => undefined);
    running.emit('uncaughtException', error);
  });
  expect(lines).toContain('BE71…6769');
  for (const part of ['0961', '2345', 'hunter2']) expect(lines).not.toContain(part);
});
