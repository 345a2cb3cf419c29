import { describe, expect, test } from 'vitest';
import { nextTerminal } from '../../main/backup/restored-terminal.ts';
import { beforeRecord, firstRecord } from '../../main/identity/sealed-record.ts';
import { firstCounter } from '../../preload/contract/settings-table.ts';

const terminalId = '0f3a9c1e-5b7d-4c2a-9e61-3d8f2b4a6c70';
const present = { version: 1, terminalId, counter: firstCounter } as const;
const unpacked = {
  file: present,
  state: { pinRequired: true, people: [{ id: 'm1', name: 'Manager', role: 'manager', pin: 'hash' }] },
  manifest: {
    madeAt: 0,
    madeBy: '1.0.0',
    terminalId,
    had: { apiKey: false },
    withKeys: false,
    journals: [],
  },
} as const;

test('a restored state follows every sealed state', () => {
  const current = { ...beforeRecord, generation: 4 };
  const record = { ...firstRecord(terminalId), current, next: { ...current, generation: 7 } };
  const parts = { present, trust: { kind: 'none' }, unpacked } as unknown as Parameters<typeof nextTerminal>[0];
  const restored = nextTerminal(parts, record, { id: 'r1', anchors: {} });
  expect(restored.record?.next?.generation).toBe(8);
  expect(restored.file.seal?.generation).toBe(8);
});

test('the chain key never comes from the backup', () => {
  const chain = { till: 7, name: 'Bakery', address: 'https://chain.example', privateKey: 'own' };
  const state = { ...beforeRecord, generation: 4, chain: { ...chain, settings: { revision: 'r', paths: [] } } };
  const record = { ...firstRecord(terminalId), current: state };
  const restored = (trust: object) => {
    const foreign = { ...unpacked, state: { ...unpacked.state, chain: { ...chain, privateKey: 'of the backup' } } };
    const parts = { present, trust, unpacked: foreign } as unknown as Parameters<typeof nextTerminal>[0];
    return nextTerminal(parts, record, { id: 'r1', anchors: {} }).record?.next?.chain;
  };
  // The chain sets its settings again: the settings of the backup may be outdated.
  expect(restored({ kind: 'held', record, state })).toEqual({ ...chain, settings: undefined });
  expect(restored({ kind: 'none' })).toBeUndefined();
  expect(restored({ kind: 'lost', error: new Error('lost') })).toBeUndefined();
});

describe('receipt numbers after a restore', () => {
  test.each([
    ['of the terminal are the higher', 900, 400, 900],
    ['of the backup are the higher', 400, 900, 900],
    ['of the terminal are lost', undefined, 400, 1_400],
    ['are in neither', undefined, undefined, undefined],
  ])('%s', (_which, own, kept, expected) => {
    const state = { ...beforeRecord, generation: 4, ...(own === undefined ? {} : { receiptNumbers: own }) };
    const record = { ...firstRecord(terminalId), current: state };
    const more = kept === undefined ? {} : { receiptNumbers: kept };
    const backup = { ...unpacked, state: { ...unpacked.state, ...more } };
    const parts = { present, trust: { kind: 'held', record, state }, unpacked: backup };
    const restored = nextTerminal(parts as unknown as Parameters<typeof nextTerminal>[0], record, {
      id: 'r1',
      anchors: {},
    });
    expect(restored.record?.next?.receiptNumbers).toBe(expected);
  });
});
