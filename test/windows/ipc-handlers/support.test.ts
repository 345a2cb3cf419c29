import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compactDecrypt, importJWK } from 'jose';
import { expect, test } from 'vitest';
import { type Given, tillWithHandlers } from './till-with-handlers.ts';

async function support(given: Given = {}) {
  const till = await tillWithHandlers({ pin: '471147', ...given });
  await till.till.roles.unlock('471147');
  return till;
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const openKey = JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid: 'desk' });
const secretKey = privateKey.export({ format: 'jwk' });

test('a manager raises and resets the log level, both logged', async () => {
  const { done, acted, clock } = await support();
  expect(await done('logs.level')).toEqual({ until: null });
  expect(await done('logs.raise', { raised: true })).toEqual({ until: clock.now() + 3_600_000 });
  expect(await done('logs.raise', { raised: false })).toEqual({ until: null });
  expect(acted.map(({ act }) => act).filter((act) => act.startsWith('log-'))).toEqual(['log-raised', 'log-lowered']);
});

test('lists, shows, saves and removes a support pack', async () => {
  const savedAs = join((await tillWithHandlers()).folder, 'pack.zip');
  const { done, acted, folder } = await support({ savedAs });
  mkdirSync(join(folder, 'logs'));
  writeFileSync(
    join(folder, 'logs/tillmate.log'),
    '{"level":30,"time":"2026-11-22T08:00:00.000Z","msg":"Retry scheduled"}\n',
  );
  const { id, parts } = await done('pack.prepare');
  expect(parts.map(({ name, bytes, lacks }) => [name, bytes > 0, lacks?.why])).toEqual([
    ['contents.txt', true, undefined],
    ['settings.json', true, undefined],
    ['versions.json', true, undefined],
    ['checks.json', true, undefined],
    // The counter's journal is in memory.
    ['journal.jsonl', false, 'nothing'],
    ['logs/tillmate.log', true, undefined],
  ]);
  const { text } = await done('pack.look', { id, name: 'logs/tillmate.log', offset: 0 });
  expect(text).toContain('"msg":"Retry scheduled"');
  expect(readFileSync(join(folder, 'support-pack/logs/tillmate.log'), 'utf8')).toBe(text);
  const { text: contents } = await done('pack.look', { id, name: 'contents.txt', offset: 0 });
  expect(contents).toMatch(/MISSING: none exists/);
  expect(await done('pack.save', { id })).toEqual({ file: 'pack.zip' });
  const zip = readFileSync(savedAs);
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  for (const { name, bytes } of parts) expect(zip.includes(name)).toBe(bytes > 0);
  expect(acted.at(-1)).toMatchObject({ act: 'pack-saved', values: { encrypted: false } });
  await done('pack.drop');
  expect(existsSync(join(folder, 'support-pack'))).toBe(false);
});

test('encrypts the pack with the latest support key', async () => {
  const savedAs = join((await tillWithHandlers()).folder, 'pack.zip.jwe');
  const duringDialog = (): unknown => done('pack.key.save', { key: openKey });
  const { done, acted, chosen } = await support({ savedAs, duringDialog });
  const earlier = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  await done('pack.key.save', { key: JSON.stringify(earlier) });
  expect(acted.at(-1)).toMatchObject({ act: 'settings-changed', values: { fields: 'supportKey' } });
  const { id } = await done('pack.prepare');
  await done('pack.save', { id });
  expect(chosen.at(-1)).toMatch(/^support-[\w-]+-\d{4}-\d\d-\d\d-\d{4}\.zip\.jwe$/);
  const { plaintext } = await compactDecrypt(
    readFileSync(savedAs, 'utf8'),
    await importJWK(secretKey as never, 'ECDH-ES'),
  );
  expect(Buffer.from(plaintext).subarray(0, 2).toString()).toBe('PK');
  expect(await done('pack.key')).toMatchObject({ key: { kid: 'desk', alg: 'ECDH-ES' } });
  expect(await done('pack.key.save', { key: '' })).toEqual({ key: null });
});

test('refuses a private support key and stores no part', async () => {
  const { call, folder, done } = await support();
  const answer = await call('pack.key.save', { key: JSON.stringify(secretKey) });
  expect(answer).toMatchObject({ ok: false, error: { code: 'support-key.private' } });
  expect(await done('pack.key')).toEqual({ key: null });
  for (const name of readdirSync(folder))
    if (name.endsWith('.json')) expect(readFileSync(join(folder, name), 'utf8')).not.toContain(secretKey.d);
});

test('reports a replaced pack and an unknown part as gone', async () => {
  const { done, call } = await support();
  const { id } = await done('pack.prepare');
  const gone = { ok: false, error: { code: 'pack.gone' } };
  expect(await call('pack.look', { id, name: '../terminal.json', offset: 0 })).toMatchObject(gone);
  await done('pack.prepare');
  expect(await call('pack.look', { id, name: 'contents.txt', offset: 0 })).toMatchObject(gone);
});

test('diagnoses a payment by any of its ids', async () => {
  const { done, call, acted, opened, counter, folder } = await support();
  const saleId = await counter.charge(1_250);
  await counter.clock.advance(5_000);
  const sale = counter.journal.sale(saleId);
  const paymentId = sale !== undefined && 'paymentId' in sale ? String(sale.paymentId) : '';
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const line = { level: 40, time: new Date(counter.clock.now()).toISOString(), msg: 'Response received', paymentId };
  writeFileSync(join(folder, 'logs/tillmate.log'), `${JSON.stringify({ ...line, traceId: '0af7651916cd43dd' })}\n`);
  for (const id of [saleId, paymentId, sale?.reference ?? '', '0af7651916cd43dd']) {
    const told = await done('diagnosis.read', { id });
    expect(told).toMatchObject({ saleId, reference: sale?.reference });
    expect(told.text).toMatch(/1\. \S+Z \[till\] Charged EUR 12\.50/);
    expect(told.text).toContain('[log] warn: Response received');
    expect(told.text).toContain('traceId 0af7651916cd43dd');
  }
  await done('diagnosis.copy', { saleId });
  expect(opened.at(-1)).toMatch(/^Tillmate: diagnosis of one payment/);
  expect(acted.at(-1)).toMatchObject({ act: 'sale-diagnosed', about: saleId });
  expect((await done('diagnosis.read', { id: '0AF7651916CD43DD' })).saleId).toBe(saleId);
  const imported = { type: 'sale.imported', stage: 'paid', status: 'SUCCEEDED', follow: false } as const;
  const found = (reference: string, one: string) => ({
    ...{ ...imported, reference, amount: 300, createdAt: counter.clock.now() },
    ...{ saleId: `00000000-0000-4000-8000-00000000000${one}`, paymentId: one.repeat(24) },
  });
  for (const event of [found(sale?.reference ?? '', '1'), found('', '2'), found('', '3')])
    counter.journal.record(event as never);
  // For a shared reference, the text shows the newest payment and names the others.
  const { text: shared } = await done('diagnosis.read', { id: sale?.reference ?? '' });
  expect(shared).toContain('2 PAYMENTS HAVE THIS REFERENCE. This is the newest.');
  expect(shared).toContain(`Payment id:   ${'1'.repeat(24)}`);
  expect(shared).toContain(`- payment ${paymentId}, begun `);
  await done('diagnosis.copy', { saleId: found('', '1').saleId });
  expect(opened.at(-1)).toBe(shared);
  expect(await call('diagnosis.copy', { saleId })).toMatchObject({ error: { code: 'diagnosis.unknown' } });
  // Payments without a reference do not count as sharing one.
  expect((await done('diagnosis.read', { id: '2'.repeat(24) })).text).not.toContain('HAVE THIS REFERENCE');
  await done('diagnosis.read', { id: saleId });
  // A few characters from any line do not identify a payment.
  for (const id of ['no such payment', '0af7', paymentId.slice(0, 4)])
    expect(await call('diagnosis.read', { id })).toMatchObject({ error: { code: 'diagnosis.unknown' } });
});
