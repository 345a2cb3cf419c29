import { generateKeyPairSync, hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { chainHash } from '../../main/journal/event-rows.ts';
import {
  answers,
  asks,
  type BatchHeader,
  BODY_LIMIT,
  batchBody,
  callHeaderOf,
  type EventFields,
  eventLine,
  isSigned,
  MOST_EVENTS,
  NO_HASH,
  pathOf,
  readBatch,
  readCallHeader,
  revisionOf,
  signatureOf,
} from '../../main/upload/wire.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const x = publicKey.export({ format: 'jwk' }).x ?? '';
const body = Buffer.from('{"sentAt":1}');

function chain(many: number): { lines: string[]; hashes: string[]; fields: EventFields[] } {
  const lines: string[] = [];
  const hashes: string[] = [];
  const fields: EventFields[] = [];
  for (let seq = 1; seq <= many; seq += 1) {
    const row = {
      prev_hash: hashes.at(-1) ?? NO_HASH,
      seq,
      at: 1_772_966_130_250 + seq,
      terminal_id: 'till-1',
      shop_id: 'SHOP1',
      pos_id: 'TILL42',
      type: 'sale.dismissed',
      payload: JSON.stringify({ saleId: `é\u2028"${seq}\0\ud800` }),
    };
    const event: EventFields = [row.prev_hash, seq, row.at, 'till-1', 'SHOP1', 'TILL42', row.type, row.payload];
    fields.push(event);
    lines.push(eventLine(event));
    hashes.push(chainHash(row));
  }
  return { lines, hashes, fields };
}

const header: BatchHeader = {
  account: { environment: 'PREPROD', merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) },
  after: 0,
  prevHash: NO_HASH,
  sentAt: 5,
  status: {
    appVersion: '0.1.0',
    environment: 'PREPROD',
    backlog: 3,
    clockKnown: true,
    keychain: 'ok',
    journal: 'ok',
    terminalId: 'till-1',
    posId: 'TILL42',
    shopId: 'SHOP1',
  },
};

test('a line holds exactly the bytes hashed by the journal', () => {
  const { lines, hashes, fields } = chain(2);
  const { header: read, events } = readBatch(Buffer.from(batchBody(header, lines)).toString());
  expect(read).toEqual(header);
  expect(events.map((event) => event.hash)).toEqual(hashes);
  expect(events.map((event) => event.fields)).toEqual(fields);
  expect(events.every(({ cut }) => !cut)).toBe(true);
});

test('a cut event carries its own hash for the chain', () => {
  const { lines, hashes, fields } = chain(2);
  const [first, second] = fields;
  if (first === undefined || second === undefined) throw new Error('no events');
  const cut: EventFields = [...first];
  cut[7] = '{}';
  const { events } = readBatch(batchBody(header, [eventLine(cut, hashes[0]), lines[1] ?? '']));
  expect(events.map((event) => event.cut)).toEqual([true, false]);
  expect(() => readBatch(batchBody(header, [eventLine(cut), lines[1] ?? '']))).toThrow('does not follow');
});

test.each([
  ['of no event', []],
  ['with an event left out', [0, 2]],
  ['in another order', [1, 0]],
  ['with an event twice', [0, 0]],
  ['that begins further on', [1, 2]],
])('rejects a batch %s', (_, order) => {
  const { lines } = chain(3);
  const picked = order.map((index) => lines[index] ?? '');
  expect(() => readBatch(batchBody(header, picked))).toThrow();
});

test('limits a batch to 500 events', () => {
  const { lines } = chain(MOST_EVENTS + 1);
  expect(readBatch(batchBody(header, lines.slice(0, -1))).events).toHaveLength(MOST_EVENTS);
  expect(() => readBatch(batchBody(header, lines))).toThrow('1 to 500');
});

test.each([
  ['no JSON', '{'],
  ['an object', '{}'],
  ['seven fields', JSON.stringify([NO_HASH, 1, 2, 't', 's', 'p', 'act'])],
  ['ten fields', JSON.stringify([NO_HASH, 1, 2, 't', 's', 'p', 'act', '{}', NO_HASH, 'more'])],
  ['a hash that is none', JSON.stringify(['0', 1, 2, 't', 's', 'p', 'act', '{}'])],
  ['a number of 0', JSON.stringify([NO_HASH, 0, 2, 't', 's', 'p', 'act', '{}'])],
  ['a text that PostgreSQL does not keep', JSON.stringify([NO_HASH, 1, 2, 't\0', 's', 'p', 'act', '{}'])],
  ['a payload above the limit', JSON.stringify([NO_HASH, 1, 2, 't', 's', 'p', 'act', ' '.repeat(BODY_LIMIT + 1)])],
])('rejects a line of %s', (_, line) => {
  expect(() => readBatch(batchBody(header, [line]))).toThrow(/not a journal event|JSON/);
});

test('a signature is bound to till, call, body and key', () => {
  const path = pathOf(7, 'status');
  const signature = signatureOf(path, body, privateKey);
  expect(isSigned(path, body, signature, x)).toBe(true);
  expect(isSigned(pathOf(8, 'status'), body, signature, x)).toBe(false);
  expect(isSigned(pathOf(7, 'settings'), body, signature, x)).toBe(false);
  expect(isSigned(path, Buffer.from('{"sentAt":2}'), signature, x)).toBe(false);
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
  expect(isSigned(path, body, signature, other)).toBe(false);
  for (const broken of ['', 'no', signature.slice(1), `${signature}AA`])
    expect(isSigned(path, body, broken, x)).toBe(false);
});

test('a call header is bound to till, call, counter, body, key', () => {
  const path = pathOf(7, 'status');
  const header = callHeaderOf(path, body, 12, privateKey);
  const mark = { counter: 12, digest: hash('sha256', body) };
  expect(readCallHeader(path, header, x)).toEqual(mark);
  const [, digest, signature = ''] = header.split('.');
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '';
  for (const [at, text, key] of [
    [pathOf(8, 'status'), header, x],
    [pathOf(7, 'cursor'), header, x],
    [path, `13.${digest}.${signature}`, x],
    [path, `12.${NO_HASH}.${signature}`, x],
    [path, header, other],
  ] as const)
    expect(readCallHeader(at, text, key)).toBe('foreign');
  for (const text of ['', `${header}A`, `0${header}`, `9999999999999999.${digest}.${signature}`])
    expect(readCallHeader(path, text, x)).toBe('none');
});

test('ignores unknown fields of other versions', () => {
  const newer = { ...header.status, colour: 'green' };
  expect(asks.status.shape.status.parse(newer)).toEqual(header.status);
  expect(asks.settings.parse({ sentAt: 1, more: true })).toEqual({ sentAt: 1 });
  expect(answers.status.parse({ settings: null, debtors: false, more: 1 })).toEqual({ settings: null, debtors: false });
});

test('a revision does not depend on the order of settings', () => {
  const revision = revisionOf({ 'counter.maximum': 250_000, 'counter.entry': 'cents' });
  expect(revision).toMatch(/^[0-9a-f]{16}$/);
  expect(revisionOf({ 'counter.entry': 'cents', 'counter.maximum': 250_000 })).toBe(revision);
  expect(revisionOf({ 'counter.entry': 'cents', 'counter.maximum': 250_001 })).not.toBe(revision);
});
