import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { extractAll, extractFile, listPackage, statFile } from '@electron/asar';

/** An opened package: the contents of its archive and the files next to the archive. */
export interface Package {
  readonly electron: 'real' | 'placeholder';
  /** Output of electron-builder; empty for a package built earlier. */
  readonly said: string;
  /** Path for @electron/fuses: the program, or the bundle on macOS. */
  readonly program: string;
  /** Sorted files of the archive, with `/` between folders, including files unpacked next to the archive. */
  readonly files: readonly string[];
  readonly unpacked: readonly string[];
  /** Files of the folder that holds the archive, without the archive and its unpacked files. */
  readonly resources: readonly string[];
  /** Bytes of the archive and of its unpacked files. */
  readonly bytes: { readonly archive: number; readonly unpacked: number };
  read(file: string): Buffer;
  resource(name: string): string;
  extract(to: string): void;
  remove(): void;
}

/** Opens the package below `folder`: its first app archive. */
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

/** Returns the program: next to `resources` on Linux and Windows, the surrounding bundle on macOS. */
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
