import { expect, test } from 'vitest';
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

test('what is restored comes after each state that a save has sealed, in force or broken off', () => {
  const current = { ...beforeRecord, generation: 4 };
  const record = { ...firstRecord(terminalId), current, next: { ...current, generation: 7 } };
  const parts = { present, trust: { kind: 'none' }, unpacked } as unknown as Parameters<typeof nextTerminal>[0];
  const restored = nextTerminal(parts, record, { id: 'r1', anchors: {} });
  expect(restored.record?.next?.generation).toBe(8);
  expect(restored.file.seal?.generation).toBe(8);
});
