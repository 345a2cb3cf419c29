import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import * as disk from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SharedFolder } from '../../main/register/folder/shared-folder.ts';
import { onlyOnLinux } from '../base/only-where.ts';
import { wanted } from './counter-with-registers.ts';
import { WatchedFolder } from './watched-folder.ts';

/** An attacker with write access to the share replaces a folder with a link to the till's own data. */

let share: WatchedFolder;
let data: string;

beforeEach(() => {
  share = new WatchedFolder();
  data = join(share.root, 'data');
  const long = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000);
  for (const file of ['terminal.json', 'owed-acts.json', 'journals/PROD/journal.sqlite', 'updates/state.json']) {
    const path = join(data, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, JSON.stringify(wanted(420)));
    utimesSync(path, long, long);
    utimesSync(join(path, '..'), long, long);
  }
});

afterEach(() => share.end());

function contents(): readonly string[] {
  const found = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const lines = found.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return `${path} ${statSync(path).mtimeMs} ${readFileSync(path, 'utf8')}`;
  });
  return lines.toSorted();
}

function replaceWithLink(place: string, target = data): void {
  const path = join(share.path, place);
  mkdirSync(join(path, '..'), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  try {
    symlinkSync(target, path, 'junction');
  } catch (thrown) {
    // The till has just created the folder again.
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
    replaceWithLink(place, target);
  }
}

const places = ['', 'in', 'in/taken', 'in/refused', 'out'];
// `darwin` stands for every system without folder handles.
const systems = ['linux', 'darwin'] as const;
const attacks = systems.flatMap((platform) => places.map((place) => ({ platform, place })));

describe('a link to the data of the till', () => {
  test.each(attacks)('in place of "$place" from the start, on $platform', async ({ platform, place }) => {
    replaceWithLink(place);
    const before = contents();
    if (place !== '' && place !== 'in') share.put('terminal.json', wanted(420));
    share.watch({ platform });
    await expect
      .poll(() => share.watched?.error)
      .toMatchObject({
        code: 'register.folder',
        values: { file: join(share.path, place) },
      });
    await share.close();
    expect(contents()).toEqual(before);
    expect(share.till.open.sales.current()).toBeNull();
  });

  test.each(attacks)('in place of "$place" while the till looks, on $platform', async ({ platform, place }) => {
    share.watch({ platform });
    await share.charged('terminal');
    await expect.poll(share.left).toEqual([]);
    const before = contents();
    replaceWithLink(place);
    await share.till.pay();
    await expect.poll(() => share.watched?.error?.code).toBe('register.folder');
    await share.close();
    expect(contents()).toEqual(before);
  });

  test(
    'in place of "out" between the check and the write',
    onlyOnLinux('only there a folder has a handle'),
    async () => {
      const before = contents();
      let isReplaced = false;
      const open: typeof disk.open = async (path, ...more) => {
        if (String(path).endsWith('.part') && !isReplaced) {
          isReplaced = true;
          renameSync(join(share.path, 'out'), join(share.path, 'moved'));
          symlinkSync(data, join(share.path, 'out'));
        }
        return disk.open(path, ...more);
      };
      share.watch({ disk: { ...disk, open } });
      share.put('terminal.json', wanted(420));
      await expect.poll(() => share.watched?.error?.code).toBe('register.folder');
      await share.close();
      expect(contents()).toEqual(before);
      expect(share.names('moved')).toEqual(['terminal.json']);
    },
  );

  test('under the name of an answer', async () => {
    const before = contents();
    mkdirSync(join(share.path, 'out'));
    symlinkSync(join(data, 'terminal.json'), join(share.path, 'out', 'A1.json'));
    share.watch();
    share.put('A1.json', wanted(420));
    await expect.poll(() => share.watched?.error?.code).toBe('register.folder');
    await share.close();
    expect(contents()).toEqual(before);
  });
});

test('reads a flood of files in "taken" in parts', async () => {
  const taken = join(share.path, 'in', 'taken');
  mkdirSync(taken, { recursive: true });
  for (let file = 0; file < 400; file += 1) writeFileSync(join(taken, `F${file}.cancel.json`), '{}');
  let [now, most] = [0, 0];
  const open: typeof disk.open = (path, ...more) => {
    if (!String(path).endsWith('.cancel.json')) return disk.open(path, ...more);
    now += 1;
    most = Math.max(most, now);
    return disk.open(path, ...more).finally(() => {
      now -= 1;
    });
  };
  share.watch({ disk: { ...disk, open } });
  await expect.poll(() => most).toBeGreaterThan(0);
  await share.close();
  expect(most).toBeLessThanOrEqual(100);
});

describe('a Windows folder', () => {
  const root = 'K:\\kassa';
  interface Facts {
    readonly isLink?: boolean;
    readonly real?: string;
  }

  function windows(facts: Readonly<Record<string, Facts>>) {
    const lstat = async (path: string) => ({
      isDirectory: () => facts[path]?.isLink !== true,
      dev: 1,
      ino: 2,
      mode: 0,
    });
    const realpath = async (path: string) => facts[path]?.real ?? path.replace('K:', '\\\\server\\share');
    const readdir = async () => ['A1.json'];
    return new SharedFolder(root, { ...disk, lstat, realpath, readdir } as never, 'win32');
  }

  test.each<[string, Readonly<Record<string, Facts>>]>([
    ['a junction to a drive', { 'K:\\kassa\\out': { isLink: true, real: 'C:\\Till' } }],
    ['a junction to a volume', { 'K:\\kassa\\out': { real: '\\\\?\\Volume{5f3e0b12}\\Till' } }],
    ['a junction to a folder of the same drive', { 'K:\\kassa\\out': { real: '\\\\server\\share\\other\\out' } }],
    ['a junction to another name', { 'K:\\kassa\\out': { real: '\\\\server\\share\\kassa\\in' } }],
    ['a symbolic link to a server', { 'K:\\kassa\\out': { isLink: true, real: '\\\\other\\share' } }],
    ['a junction of the folder itself', { 'K:\\kassa': { isLink: true, real: 'C:\\Till' } }],
  ])('is refused: %s', async (_reason, facts) => {
    await expect(windows(facts).names('out')).rejects.toMatchObject({ code: 'register.folder' });
  });

  test.each<[string, Readonly<Record<string, Facts>>]>([
    ['a mapped drive', {}],
    ['another case', { 'K:\\kassa\\out': { real: '\\\\server\\share\\KASSA\\OUT' } }],
    ['a short name', { 'K:\\kassa': { real: 'D:\\Long name' }, 'K:\\kassa\\out': { real: 'D:\\Long name\\out' } }],
  ])('is used: %s', async (_reason, facts) => {
    expect(await windows(facts).names('out')).toEqual(['A1.json']);
  });
});
