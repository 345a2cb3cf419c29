import { expect, test } from 'vitest';
import type { LogFields } from '../../main/base/log.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { createLog } from '../../main/support/log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ write: (line) => void lines.push(line), close: () => undefined }));
  return lines.join('');
}

test('a line says what happened to which sale, in fields', () => {
  const line = JSON.parse(logged((log) => log.warn('The answer was late', { saleId: 's1', traceId: 't1', ms: 812 })));
  expect(line).toMatchObject({ msg: 'The answer was late', saleId: 's1', traceId: 't1', ms: 812 });
  expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('a field that is not on the list is not written, whoever passes it', () => {
  const fields: LogFields & { readonly apiKey: string } = { saleId: 's1', apiKey: 'hunter2' };
  const text = logged((log) => log.info('x', fields));
  expect(text).toContain('s1');
  expect(text).not.toContain('hunter2');
});

test('a private key, a token, a PIN and a whole account number are struck out of any text', () => {
  const key = makeSigningKey('k1');
  const raw = `{"keys":${JSON.stringify(key)},"managerPin":"4711","apiKey": "hunter2","iban":"BE71096123456769"}`;
  const text = logged((log) => {
    log.error(`Authorization: Bearer hunter2 ${raw}`, {
      raw,
      reason: `Bearer hunter2 and eyJhbGciOiJFUzI1NiJ9..c2lnbmF0dXJl`,
    });
  });
  for (const secret of [key.d, 'hunter2', '4711', '09612345', 'c2lnbmF0dXJl']) expect(text).not.toContain(secret);
  expect(text).toContain(key.kid);
  expect(text).toContain('BE71…6769');
});

test('a key that is cut off by the length limit is struck out as well', () => {
  const key = makeSigningKey('k1');
  const raw = `${'x'.repeat(3_980)}"d":"${key.d}"`;
  const text = logged((log) => log.error('x', { raw }));
  expect(text).toContain('…');
  expect(text).not.toContain(key.d.slice(0, 8));
});

test('a raw answer is kept up to 4,000 characters', () => {
  const line = JSON.parse(logged((log) => log.error('unreadable', { raw: '<html>'.repeat(10_000) })));
  expect(line.raw).toHaveLength(4_000);
});
