import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Files, patient } from '../../main/base/patient-files.ts';

/** A disk with a file in use by a second program for `refusals` attempts, and a machine recording its pauses. */
function held(code: string, refusals: number, platform: NodeJS.Platform = 'win32') {
  const paused: number[] = [];
  const done: string[] = [];
  let left = refusals;
  const act = (what: string) => {
    left -= 1;
    if (left >= 0) throw Object.assign(new Error(`${code}: held`), { code });
    done.push(what);
  };
  const files: Files = { rename: (from, to) => act(`${from} > ${to}`), remove: (file) => act(`- ${file}`) };
  const machine = { platform, pause: (ms: number) => void paused.push(ms) };
  const total = () => paused.reduce((sum, ms) => sum + ms, 0);
  return { files, machine, paused, done, total };
}

test.each(['EPERM', 'EBUSY', 'EACCES'])('a file held by a virus scanner (%s) is renamed later', (code) => {
  const { files, machine, done, paused } = held(code, 3);
  patient(files, 'firm', machine).rename('a', 'b');
  expect(done).toEqual(['a > b']);
  expect(paused).toEqual([10, 20, 40]);
});

test('a held file is removed once released', () => {
  const { files, machine, done } = held('EBUSY', 2);
  patient(files, 'firm', machine).remove('a');
  expect(done).toEqual(['- a']);
});

test.each([
  ['firm', 2_000],
  ['brief', 70],
] as const)('a held file: %s patience ends after %d ms', (patience, ms) => {
  const { files, machine, total, done } = held('EPERM', Number.POSITIVE_INFINITY);
  expect(() => patient(files, patience, machine).rename('a', 'b')).toThrow('EPERM: held');
  expect(total()).toBe(ms);
  expect(done).toEqual([]);
});

test.each(['ENOENT', 'ENOSPC', 'EXDEV', 'EROFS'])('%s is not retried', (code) => {
  const { files, machine, paused } = held(code, 1);
  expect(() => patient(files, 'firm', machine).rename('a', 'b')).toThrow(code);
  expect(paused).toEqual([]);
});

test.each(['linux', 'darwin'] as const)('on %s a missing right is final at once', (platform) => {
  const { files, machine, paused } = held('EACCES', 1, platform);
  expect(() => patient(files, 'firm', machine).rename('a', 'b')).toThrow('EACCES');
  expect(paused).toEqual([]);
});

test('every file of the app is renamed and removed with patience', () => {
  const main = join(import.meta.dirname, '../../main');
  // The sandbox shares no code with the app; its state file has its own retry.
  const own = ['base/patient-files.ts', 'sandbox/http/state-file.ts'];
  const sources = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const impatient = sources
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !own.includes(name))
    .filter((name) => /\b(renameSync|unlinkSync|rmSync)\b/.test(readFileSync(join(main, name), 'utf8')));
  // Both files remove whole folders, with the retries of `rmSync`.
  const folders = ['base/remove-folder.ts', 'journal/check-copy.ts'];
  expect(impatient.toSorted()).toEqual(folders);
  for (const name of folders)
    expect(readFileSync(join(main, name), 'utf8').match(/rmSync\([^;]*?\)/g)).toEqual([
      expect.stringContaining('maxRetries: 5'),
    ]);
  expect(sources.length).toBeGreaterThan(150);
});
