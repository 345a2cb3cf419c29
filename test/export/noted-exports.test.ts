import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type NotedExport, noteExport, takeNotedExports } from '../../main/export/noted-exports.ts';
import { folder } from '../base/test-folder.ts';

const noted: NotedExport = { at: 5, kind: 'payments', rows: 3, environment: 'PROD', from: '2026-11-20T00:00:00.000Z' };

function taken(): readonly NotedExport[] {
  const all: NotedExport[] = [];
  takeNotedExports(folder, (one) => all.push(one));
  return all;
}

test('hands over noted exports once, in order', () => {
  noteExport(folder, noted);
  noteExport(folder, { ...noted, at: 6 });
  expect(taken()).toEqual([noted, { ...noted, at: 6 }]);
  expect(taken()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test('loses no notes when the till stops during the handover', () => {
  noteExport(folder, noted);
  renameSync(join(folder, 'exports.jsonl'), join(folder, 'exports.jsonl.taken'));
  noteExport(folder, { ...noted, at: 6 });
  expect(taken().map(({ at }) => at)).toEqual([5, 6]);
});

test('skips invalid lines and discards an oversized file', () => {
  const lines = [
    'nonsense',
    '{"at":1}',
    JSON.stringify({ ...noted, kind: 'x'.repeat(100) }),
    JSON.stringify(noted),
    '',
  ];
  writeFileSync(join(folder, 'exports.jsonl'), lines.join('\n'));
  expect(taken()).toEqual([noted]);
  for (let at = 0; at < 1_000; at += 1) noteExport(folder, { ...noted, at });
  expect(taken().map(({ at }) => at)).toEqual(Array.from({ length: 300 }, (_, index) => 700 + index));
  writeFileSync(join(folder, 'exports.jsonl'), `${JSON.stringify(noted)}\n`.repeat(20_000));
  expect(taken()).toHaveLength(0);
  expect(existsSync(join(folder, 'exports.jsonl'))).toBe(false);
});

test('makes the export even when its note cannot be written', () => {
  expect(() => noteExport(join(folder, 'gone'), noted)).not.toThrow();
});
