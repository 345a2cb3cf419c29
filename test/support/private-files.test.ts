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
import { closeToOthers, createFilesPrivately, tellOfFiles } from '../../main/support/private-files.ts';
import { notOnWindows } from '../base/only-where.ts';
import { folder as above } from '../base/test-folder.ts';

const modes = notOnWindows('Windows has no permission bits');

let folder = '';
beforeEach(() => {
  folder = join(above, 'data');
  mkdirSync(folder);
});

const modeOf = (path: string) => statSync(path).mode & 0o7777;

/** A file with these bits, whatever the mask of this process is. */
function put(path: string, mode: number): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  for (let at = dirname(file); at !== above; at = dirname(at)) chmodSync(at, 0o755);
  writeFileSync(file, 'Zoë Peeters');
  chmodSync(file, mode);
  return file;
}

/** Every file and folder from the data folder on that others can use. */
function openToOthers(): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return [folder, ...all].filter((path) => (lstatSync(path).mode & 0o077) !== 0 && !lstatSync(path).isSymbolicLink());
}

describe('what an earlier version left open to other accounts', modes, () => {
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

  test('is closed at the next start, folders and files', () => {
    for (const path of left) put(path, 0o644);
    expect(closeToOthers(folder)).toMatchObject({ open: [] });
    expect(openToOthers()).toEqual([]);
    for (const path of left) expect(modeOf(join(folder, path))).toBe(0o600);
    expect(modeOf(folder)).toBe(0o700);
    expect(modeOf(join(folder, 'journals'))).toBe(0o700);
  });

  test('is counted once: the start after that finds nothing', () => {
    put('logs/tillmate.log', 0o666);
    expect(closeToOthers(folder).closed).toBe(3);
    expect(closeToOthers(folder)).toEqual({ closed: 0, open: [] });
  });

  test('is given nothing that it had not: a file for reading only stays one', () => {
    put('terminal.json', 0o444);
    closeToOthers(folder);
    expect(modeOf(join(folder, 'terminal.json'))).toBe(0o400);
  });

  test("beside somebody's own files in the same folder, leaves those alone", () => {
    const theirs = [put('holiday.jpg', 0o644), put('website/index.html', 0o644)];
    put('terminal.json', 0o644);
    closeToOthers(folder);
    for (const path of theirs) expect(modeOf(path)).toBe(0o644);
  });
});

describe('what somebody put into the data folder', modes, () => {
  test('as a link leads to no file outside it', () => {
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

  test('as a second name of a file elsewhere is left and told', () => {
    const outside = join(above, 'outside');
    writeFileSync(outside, '');
    chmodSync(outside, 0o644);
    linkSync(outside, join(folder, 'terminal.json'));
    const { open } = closeToOthers(folder);
    expect(open).toEqual([{ path: join(folder, 'terminal.json'), why: 'linked' }]);
    expect(modeOf(outside)).toBe(0o644);
  });

  test('as a pipe does not hold up the start', () => {
    mkdirSync(join(folder, 'logs'));
    execFileSync('sh', ['-c', 'mkfifo -m 666 "$0"', join(folder, 'logs', 'tillmate.log')]);
    expect(closeToOthers(folder).open).toEqual([{ path: join(folder, 'logs', 'tillmate.log'), why: 'no-file' }]);
  });
});

test('a folder that accounts share keeps its rights, what is ours in it does not', modes, () => {
  chmodSync(folder, 0o1777);
  put('terminal.json', 0o644);
  chmodSync(folder, 0o1777);
  expect(closeToOthers(folder).open).toEqual([{ path: folder, why: 'shared-folder' }]);
  expect(modeOf(folder)).toBe(0o1777);
  expect(modeOf(join(folder, 'terminal.json'))).toBe(0o600);
});

test('a data folder that is not there is no failure of the start', modes, () => {
  expect(closeToOthers(join(above, 'not-yet'))).toEqual({ closed: 0, open: [] });
  expect(existsSync(join(above, 'not-yet'))).toBe(false);
});

test('what is created after the first line of the app is private', modes, () => {
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

test('support staff find both in the log: how many were closed, and which others can still use', () => {
  const lines: { msg: string; count?: number; file?: string; reason?: string }[] = [];
  const log = createLog({ write: (line) => void lines.push(JSON.parse(line)), close: () => undefined });
  const open = Array.from({ length: 1_000 }, (_, number) => ({
    path: `/data/${number}`,
    why: 'no-modes',
  }));
  tellOfFiles(log, { closed: 7, open });
  expect(lines.map(({ count }) => count)).toContain(7);
  expect(lines[1]).toMatchObject({ file: '0', reason: 'no-modes' });
  expect(lines.length).toBeLessThan(20);
  tellOfFiles(log, { closed: 0, open: [] });
  expect(lines.length).toBeLessThan(20);
});
