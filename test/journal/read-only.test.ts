import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Disk, systemDisk } from '../../main/journal/database.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { temporaryJournal } from './temporary-journal.ts';

const home = temporaryJournal();
const { folder, file } = home;

let clock: VirtualClock;
beforeEach(() => {
  clock = new VirtualClock();
  open().close();
});
const open = (disk: Disk = systemDisk, suspect = false) => home.open(disk, { clock, suspect });

describe('another program keeps the file from being written to, as on Windows, and SQLite opens it to read', () => {
  const held: Disk = {
    ...systemDisk,
    open: (name, mode) =>
      name === file && mode === undefined ? new DatabaseSync(name, { readOnly: true }) : systemDisk.open(name, mode),
  };

  test.each([
    ['as it is', () => undefined],
    ['with its records to be made again', () => home.byHand("UPDATE facts SET value = 'other' WHERE name = 'salt'")],
  ])('%s: it is not opened, not taken for damaged, and sells again once it is let go', (_how, prepare) => {
    prepare();
    const before = readFileSync(file);
    for (const suspect of [false, true])
      expect(() => open(held, suspect)).toThrow(
        expect.objectContaining({ code: 'journal.read-only', retryable: true }),
      );
    expect(clock.pending).toBe(0);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => /damaged|rebuilding/.test(name))).toEqual([]);
    const journal = open();
    expect(journal.opening.setAside).toBeUndefined();
    journal.record({ type: 'callback.seen', jti: 'after', untilMs: 1e15 });
    journal.close();
  });

  test('nor is it taken for damaged on a disk that cannot look into its header', () => {
    const { forbidsWriting: _look, ...blind } = held;
    expect(() => open(blind)).toThrow(expect.objectContaining({ code: 'journal.read-only' }));
    expect(readdirSync(folder).filter((name) => /damaged|rebuilding/.test(name))).toEqual([]);
  });

  test('a file that nobody can open is not taken for damaged either', () => {
    const gone: Disk = {
      ...systemDisk,
      open() {
        throw Object.assign(new Error('unable to open database file'), { errcode: 14 });
      },
    };
    expect(() => open(gone)).toThrow(expect.objectContaining({ code: 'journal.failed', retryable: true }));
    expect(readdirSync(folder)).toEqual(['journal.sqlite']);
  });
});

/** A byte of the header turned. */
function forbidWriting(): void {
  const bytes = readFileSync(file);
  bytes[18] = 0x42;
  writeFileSync(file, bytes);
}

test('a file whose own header forbids writing stays where it is as long as nobody can open it', () => {
  forbidWriting();
  const gone: Disk = {
    ...systemDisk,
    open(name, mode) {
      if (name !== file || mode !== undefined) return systemDisk.open(name, mode);
      throw Object.assign(new Error('unable to open database file'), { errcode: 14 });
    },
  };
  expect(() => open(gone)).toThrow(expect.objectContaining({ code: 'journal.failed' }));
  expect(readdirSync(folder)).toEqual(['journal.sqlite']);
});

test('a file whose own header forbids writing is damaged: it is replaced, with all that it held', () => {
  forbidWriting();
  const journal = open();
  expect(journal.opening).toMatchObject({ salvaged: 1 });
  journal.record({ type: 'callback.seen', jti: 'after', untilMs: 1e15 });
  journal.close();
});
