import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csv } from '../../main/export/csv.ts';
import { type ExportDisk, exportError, replaceError, systemExportDisk } from '../../main/export/export-disk.ts';
import type { ExportRow } from '../../main/export/table.ts';
import { type ExportJob, writeExport } from '../../main/export/write-export.ts';
import { xlsx } from '../../main/export/xlsx.ts';
import { notOnWindows } from '../base/only-where.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { folder } from '../base/test-folder.ts';

let dataFolder: string;
let path: string;
beforeEach(() => {
  dataFolder = join(folder, 'data');
  mkdirSync(dataFolder);
  path = join(folder, 'payments.csv');
});

const zone = () => 0;
const format = csv({ separator: ';', decimal: ',', byteOrderMark: false, zone });

function* numbered(count: number): Iterable<ExportRow> {
  for (let row = 1; row <= count; row += 1) yield [`r${row}`];
}

function write(more: Partial<ExportJob> & { readonly count?: number } = {}): Promise<number> {
  const table = { columns: [{ name: 'reference', type: 'text' }], rows: numbered(more.count ?? 3), about: 3 } as const;
  const pause = () => Promise.resolve();
  return writeExport({
    table,
    format,
    path,
    dataFolder,
    disk: systemExportDisk,
    random: new SeededRandom(1),
    pause,
    ...more,
  });
}

/** A disk whose `call` fails with the given system error code. */
function failing(call: keyof ExportDisk, code: string): ExportDisk {
  const fail = () => {
    throw Object.assign(new Error(`${code}: played`), { code });
  };
  return { ...systemExportDisk, [call]: fail };
}

/** A disk whose writes to the file fail after the given number of pieces. */
function fullAfter(pieces: number, code = 'ENOSPC'): ExportDisk {
  let left = pieces;
  return {
    ...systemExportDisk,
    async create(draft) {
      const file = await systemExportDisk.create(draft);
      const append: typeof file.append = (bytes) => {
        left -= 1;
        if (left < 0) return Promise.reject(Object.assign(new Error(`${code}: played`), { code }));
        return file.append(bytes);
      };
      return { ...file, append };
    },
  };
}

const names = () => readdirSync(folder).toSorted();

test('writes the whole table, readable only by its owner', async () => {
  expect(await write()).toBe(3);
  expect(readFileSync(path, 'utf8')).toBe('reference\r\nr1\r\nr2\r\nr3\r\n');
  expect(names()).toEqual(['data', 'payments.csv']);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
});

test('replaces an older file only at the end', async () => {
  writeFileSync(path, 'older');
  const seen: string[] = [];
  await write({ count: 600, progress: () => seen.push(readFileSync(path, 'utf8')) });
  expect(new Set(seen)).toEqual(new Set(['older']));
  expect(readFileSync(path, 'utf8').split('\r\n')).toHaveLength(602);
});

test('counts rows and yields to other work in between', async () => {
  const counts: number[] = [];
  let turns = 0;
  const pause = async () => {
    turns += 1;
  };
  expect(await write({ count: 700, pause, progress: (rows) => counts.push(rows) })).toBe(700);
  expect(counts).toEqual([256, 512, 700]);
  expect(turns).toBe(2);
});

describe('leaves the older file and no other trace when', () => {
  beforeEach(() => writeFileSync(path, 'older'));
  afterEach(() => {
    expect(names()).toEqual(['data', 'payments.csv']);
    expect(readFileSync(path, 'utf8')).toBe('older');
  });

  test.each([
    ['the disk is full at once', fullAfter(0), 'export.disk-full'],
    ['the disk is full in the middle', fullAfter(3), 'export.disk-full'],
    ['the quota is used up', fullAfter(2, 'EDQUOT'), 'export.disk-full'],
    ['the stick is pulled out', fullAfter(2, 'EIO'), 'export.failed'],
    ['the folder is read-only', failing('create', 'EACCES'), 'export.forbidden'],
    ['the disk is read-only', failing('create', 'EROFS'), 'export.forbidden'],
    ['the file is write-protected', failing('tryReplace', 'EROFS'), 'export.forbidden'],
    ['another program has the file open', failing('tryReplace', 'EBUSY'), 'export.held'],
    ['another program opens the file meanwhile', failing('rename', 'EBUSY'), 'export.held'],
    ['the name is too long for the disk', failing('create', 'ENAMETOOLONG'), 'export.name'],
  ] as const)('%s', async (_why, disk, code) => {
    await expect(write({ count: 2_000, disk })).rejects.toMatchObject({ code, values: { file: 'payments.csv' } });
  });

  test('the disk fills up while a workbook is written', async () => {
    const table = { columns: [{ name: 'r', type: 'text' }], rows: numbered(200_000), about: 1 } as const;
    const job = { table, format: xlsx({ name: 'x', zone }), disk: fullAfter(2) };
    await expect(write(job)).rejects.toMatchObject({ code: 'export.disk-full' });
  });

  test.each([0, 256, 512])('the user cancels after %i rows', async (after) => {
    const abort = new AbortController();
    if (after === 0) abort.abort();
    const progress = (rows: number) => rows >= after && abort.abort();
    await expect(write({ count: 2_000, signal: abort.signal, progress })).rejects.toMatchObject({
      code: 'export.cancelled',
    });
  });

  test('the user cancels during the last rows', async () => {
    const abort = new AbortController();
    const progress = (rows: number) => rows === 300 && abort.abort();
    await expect(write({ count: 300, signal: abort.signal, progress })).rejects.toMatchObject({
      code: 'export.cancelled',
    });
  });

  test('the journal becomes unreadable', async () => {
    function* rows() {
      yield* numbered(400);
      throw new Error('the journal is gone');
    }
    const table = { columns: [{ name: 'r', type: 'text' }], rows: rows(), about: 1 } as const;
    await expect(write({ table })).rejects.toThrow('the journal is gone');
  });
});

describe('refuses before reading a row:', () => {
  const unread = {
    columns: [],
    about: 0,
    get rows(): never {
      throw new Error('read');
    },
  };

  test('the name of an existing folder', async () => {
    mkdirSync(path);
    await expect(write({ table: unread })).rejects.toMatchObject({ code: 'export.folder' });
  });

  test('a missing folder', async () => {
    await expect(write({ table: unread, path: join(folder, 'no', 'a.csv') })).rejects.toMatchObject({
      code: 'export.no-folder',
    });
  });

  test('a path below a file', async () => {
    writeFileSync(path, '');
    await expect(write({ table: unread, path: join(path, 'a.csv') })).rejects.toMatchObject({
      code: 'export.no-folder',
    });
  });

  test('the till’s own files', async () => {
    const own = join(dataFolder, 'terminal.json');
    writeFileSync(own, 'own');
    mkdirSync(join(dataFolder, 'journals'));
    for (const file of [own, join(dataFolder, 'a.csv'), join(dataFolder, 'journals', 'a.csv')])
      await expect(write({ table: unread, path: file })).rejects.toMatchObject({ code: 'export.own-folder' });
    expect(readFileSync(own, 'utf8')).toBe('own');
  });

  test('accepts a sibling folder whose name begins the same way', async () => {
    mkdirSync(`${dataFolder}-2`);
    expect(await write({ path: join(`${dataFolder}-2`, 'a.csv') })).toBe(3);
  });

  test('a link into the till’s own folder', notOnWindows('links need a right there'), async () => {
    writeFileSync(join(dataFolder, 'terminal.json'), 'own');
    symlinkSync(dataFolder, join(folder, 'link'));
    symlinkSync(join(dataFolder, 'terminal.json'), path);
    for (const file of [path, join(folder, 'link', 'a.csv')])
      await expect(write({ table: unread, path: file })).rejects.toMatchObject({ code: 'export.own-folder' });
  });

  test('a device', notOnWindows('it has no files for devices'), async () => {
    await expect(write({ table: unread, path: devNull })).rejects.toMatchObject({ code: 'export.no-file' });
  });
});

test('writes through a link and keeps the link', notOnWindows('links need a right there'), async () => {
  const real = join(folder, 'real.csv');
  writeFileSync(real, 'older');
  symlinkSync(real, path);
  await write();
  expect(readFileSync(real, 'utf8')).toContain('r3');
  expect(names()).toEqual(['data', 'payments.csv', 'real.csv']);
});

test('succeeds on a disk without folder sync', async () => {
  expect(await write({ disk: failing('syncFolder', 'EINVAL') })).toBe(3);
  expect(names()).toEqual(['data', 'payments.csv']);
});

test('on Windows, EPERM while replacing means the file is held', () => {
  const thrown = Object.assign(new Error('no'), { code: 'EPERM' });
  expect(replaceError(thrown, path, 'win32').code).toBe('export.held');
  expect(replaceError(thrown, path, 'linux').code).toBe('export.forbidden');
  expect(exportError(thrown, path).code).toBe('export.forbidden');
});
