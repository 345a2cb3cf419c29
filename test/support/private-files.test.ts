import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../main/support/log.ts';
import { closeToOthers, createFilesPrivately, logClosedFiles } from '../../main/support/private-files.ts';
import { notOnWindows } from '../base/only-where.ts';
import { folder as above } from '../base/test-folder.ts';

const modes = notOnWindows('Windows has no permission bits');

let folder = '';
beforeEach(() => {
  folder = join(above, 'data');
  mkdirSync(folder);
});

const modeOf = (path: string) => statSync(path).mode & 0o7777;

/** Writes a file with the mode bits `mode`, independent of the process's umask. */
function put(path: string, mode: number): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  for (let at = dirname(file); at !== above; at = dirname(at)) chmodSync(at, 0o755);
  writeFileSync(file, 'Zoë Peeters');
  chmodSync(file, mode);
  return file;
}

function openToOthers(): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return [folder, ...all].filter((path) => (lstatSync(path).mode & 0o077) !== 0 && !lstatSync(path).isSymbolicLink());
}

describe('files left open to other accounts by an earlier version', modes, () => {
  const left = [
    'terminal.json',
    'terminal.json.new',
    'terminal.json.broken-2026-01-02T03-04-05.678Z',
    'service-keys.json',
    'owed-acts.json',
    'updates/state.json',
    'journals/PREPROD-a-b-0123/journal.sqlite',
    'journals/PREPROD-a-b-0123/journal.sqlite-wal',
    'journals/PREPROD-a-b-0123/journal.sqlite-shm',
    'logs/tillmate.log',
    'logs/tillmate.5.log',
    'pictures/0123.png',
    'training/service.json',
  ];

  test('are closed at the next start, as are folders', () => {
    for (const path of left) put(path, 0o644);
    expect(closeToOthers(folder)).toMatchObject({ open: [] });
    expect(openToOthers()).toEqual([]);
    for (const path of left) expect(modeOf(join(folder, path))).toBe(0o600);
    expect(modeOf(folder)).toBe(0o700);
    expect(modeOf(join(folder, 'journals'))).toBe(0o700);
  });

  test('are counted once', () => {
    put('logs/tillmate.log', 0o666);
    expect(closeToOthers(folder).closed).toBe(3);
    expect(closeToOthers(folder)).toEqual({ closed: 0, open: [] });
  });

  test('keep read-only modes', () => {
    put('terminal.json', 0o444);
    closeToOthers(folder);
    expect(modeOf(join(folder, 'terminal.json'))).toBe(0o400);
  });

  test('are closed without touching other files in the folder', () => {
    const theirs = [put('holiday.jpg', 0o644), put('website/index.html', 0o644)];
    put('terminal.json', 0o644);
    closeToOthers(folder);
    for (const path of theirs) expect(modeOf(path)).toBe(0o644);
  });
});

describe('foreign entries in the data folder', modes, () => {
  test('a link leads to no file outside', () => {
    const outside = join(above, 'outside');
    writeFileSync(outside, '');
    chmodSync(outside, 0o644);
    mkdirSync(join(above, 'elsewhere'));
    chmodSync(join(above, 'elsewhere'), 0o755);
    mkdirSync(join(folder, 'logs'));
    for (const name of ['terminal.json', 'logs/tillmate.log']) symlinkSync(outside, join(folder, name));
    symlinkSync(join(above, 'elsewhere'), join(folder, 'journals'));
    symlinkSync(join(above, 'nowhere'), join(folder, 'pictures'));
    expect(closeToOthers(folder).open).toEqual([]);
    expect([modeOf(outside), modeOf(join(above, 'elsewhere'))]).toEqual([0o644, 0o755]);
  });

  test('a hard link is left and reported', () => {
    const outside = join(above, 'outside');
    writeFileSync(outside, '');
    chmodSync(outside, 0o644);
    linkSync(outside, join(folder, 'terminal.json'));
    const { open } = closeToOthers(folder);
    expect(open).toEqual([{ path: join(folder, 'terminal.json'), why: 'linked' }]);
    expect(modeOf(outside)).toBe(0o644);
  });

  test('a pipe does not delay the start', () => {
    mkdirSync(join(folder, 'logs'));
    execFileSync('sh', ['-c', 'mkfifo -m 666 "$0"', join(folder, 'logs', 'tillmate.log')]);
    expect(closeToOthers(folder).open).toEqual([{ path: join(folder, 'logs', 'tillmate.log'), why: 'no-file' }]);
  });
});

test('a shared folder keeps its mode, files are closed', modes, () => {
  chmodSync(folder, 0o1777);
  put('terminal.json', 0o644);
  chmodSync(folder, 0o1777);
  expect(closeToOthers(folder).open).toEqual([{ path: folder, why: 'shared-folder' }]);
  expect(modeOf(folder)).toBe(0o1777);
  expect(modeOf(join(folder, 'terminal.json'))).toBe(0o600);
});

test('a missing data folder does not fail the start', modes, () => {
  expect(closeToOthers(join(above, 'not-yet'))).toEqual({ closed: 0, open: [] });
  expect(existsSync(join(above, 'not-yet'))).toBe(false);
});

test('new files of the app are private', modes, () => {
  const before = process.umask(0o022);
  try {
    createFilesPrivately();
    mkdirSync(join(folder, 'made'));
    writeFileSync(join(folder, 'made', 'file'), '');
  } finally {
    process.umask(before);
  }
  expect([modeOf(join(folder, 'made')), modeOf(join(folder, 'made', 'file'))]).toEqual([0o700, 0o600]);
});

test('logs the closed count and the files still open', () => {
  const lines: { msg: string; count?: number; file?: string; reason?: string }[] = [];
  const log = createLog({ write: (line) => void lines.push(JSON.parse(line)), close: () => undefined });
  const open = Array.from({ length: 1_000 }, (_, number) => ({
    path: `/data/${number}`,
    why: 'no-modes',
  }));
  logClosedFiles(log, { closed: 7, open });
  expect(lines.map(({ count }) => count)).toContain(7);
  expect(lines[1]).toMatchObject({ file: '0', reason: 'no-modes' });
  expect(lines.length).toBeLessThan(20);
  logClosedFiles(log, { closed: 0, open: [] });
  expect(lines.length).toBeLessThan(20);
});
