import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { extractAll, extractFile, listPackage, statFile } from '@electron/asar';

/** A package, opened: what is in its archive and beside it. */
export interface Package {
  readonly electron: 'real' | 'placeholder';
  /** What electron-builder said; empty for a package that was there before. */
  readonly said: string;
  /** What @electron/fuses reads: the program, or the bundle of macOS. */
  readonly program: string;
  /** The files of the archive, with `/` between their folders, sorted; those that lie unpacked beside it too. */
  readonly files: readonly string[];
  readonly unpacked: readonly string[];
  /** The files of the folder that holds the archive, its own parts apart. */
  readonly resources: readonly string[];
  /** Bytes of the archive, and of what lies unpacked beside it. */
  readonly bytes: { readonly archive: number; readonly unpacked: number };
  read(file: string): Buffer;
  resource(name: string): string;
  extract(to: string): void;
  remove(): void;
}

/** Opens the package below `folder`: the first archive of an app that is there. */
export function openPackage(
  folder: string,
  { electron, folder: made, said = '' }: { electron: Package['electron']; folder?: string; said?: string },
): Package {
  const all = filesBelow(folder);
  const archive = all.find((file) => /[\\/]app\.asar$/.test(file));
  if (archive === undefined) throw new Error(`There is no app.asar below ${folder}.`);
  const resources = dirname(archive);
  const beside = join(resources, 'app.asar.unpacked');
  const unpacked = all.filter((file) => file.startsWith(beside));
  const files = listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').slice(1))
    .filter((path) => !('files' in statFile(archive, path, false)))
    .sort();
  return {
    electron,
    said,
    program: programOf(resources),
    files,
    unpacked: unpacked.map((file) => relative(beside, file).replaceAll('\\', '/')).sort(),
    resources: all
      .filter((file) => file.startsWith(resources) && file !== archive && !file.startsWith(beside))
      .map((file) => relative(resources, file).replaceAll('\\', '/'))
      .sort(),
    bytes: { archive: statSync(archive).size, unpacked: sum(unpacked.map((file) => statSync(file).size)) },
    read: (file) => extractFile(archive, file),
    resource: (name) => readFileSync(join(resources, name), 'utf8'),
    extract: (to) => extractAll(archive, to),
    remove: () => made !== undefined && rmSync(made, { recursive: true, force: true }),
  };
}

/** Beside `resources` on Linux and Windows; on macOS the bundle that it is in. */
function programOf(resources: string): string {
  const above = dirname(resources);
  if (above.endsWith('Contents')) return dirname(above);
  const names = readdirSync(above);
  return join(above, names.find((name) => /^tillmate(?:\.exe)?$/i.test(name)) ?? 'tillmate');
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
