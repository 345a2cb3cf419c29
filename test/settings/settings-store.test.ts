import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const open = () => openSettings(join(folder, 'terminal.json'), { clock: new VirtualClock(), random: systemRandom });

test('a terminal keeps its id from the first start', () => {
  const { terminalId } = open().file;
  expect(open().file.terminalId).toBe(terminalId);
});

test('the next start reads the written settings', () => {
  const store = open();
  store.write({ ...store.file, mode: 'training' });
  expect(open().file.mode).toBe('training');
});

test('sets a broken file aside under a dated name', () => {
  writeFileSync(join(folder, 'terminal.json'), '{"version": 1, "mode": ');
  const store = open();
  expect(store.setAside).toBe(join(folder, 'terminal.json.broken-2026-11-20T09-00-00.000Z'));
  expect(readFileSync(store.setAside ?? '', 'utf8')).toBe('{"version": 1, "mode": ');
  expect(store.file.settings).toBeUndefined();
});

test('refuses an invalid value without changing the file', () => {
  const store = open();
  const before = readFileSync(join(folder, 'terminal.json'), 'utf8');
  expect(() => store.write({ ...store.file, terminalId: 'not an id' })).toThrow();
  expect(readFileSync(join(folder, 'terminal.json'), 'utf8')).toBe(before);
  expect(readdirSync(folder)).toEqual(['terminal.json']);
});
