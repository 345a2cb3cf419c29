import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Sources that are looked at together: the quick tests that stand for them, and whether the simulation plays them. */
export interface Area {
  /** A folder or file, as on the command line, from the project's root. */
  readonly place: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly simulated: boolean;
}

/** Tests of other folders that are about these sources too. */
const more: readonly { readonly of: RegExp; readonly tests: readonly string[] }[] = [
  { of: /^main\/refund/, tests: ['test/sale/**/*.test.ts'] },
  { of: /^main\/following/, tests: ['test/sale/**/*.test.ts', 'test/refund/**/*.test.ts'] },
  // The tests of sales and refunds cover how events are folded into records.
  {
    of: /^main\/domain/,
    tests: ['test/journal/**/*.test.ts', 'test/sale/**/*.test.ts', 'test/refund/**/*.test.ts'],
  },
];

/** What no simulated till loads: it has no sockets, and signatures of its own. */
export const notSimulated: readonly string[] = [
  'main/callback',
  'main/service/signature-verifier.ts',
  'main/service/jwks-cache.ts',
  'main/service/service-key.ts',
  'main/service/request-signer.ts',
  'main/service/undici-transport.ts',
  'main/service/network-codes.ts',
  'main/register/api',
  'main/register/zvt',
];

/**
 * What `place` stands for. Tests mirror the sources: those of the same file name come alone, those of the folder where
 * there is no such file. Throws when there is no such place, or no test.
 */
export function areaOf(place: string): Area {
  const path = place.replace(/\/+$/, '');
  if (!existsSync(join(root, path))) throw new Error(`There is no ${path}.`);
  const folder = statSync(join(root, path)).isDirectory();
  const files = folder ? inFolder(path) : [path];
  const tests = [`${mirrored(folder ? path : join(path, '..'))}/**/*.test.ts`, ...others(path)];
  const found = globSync([...tests], { cwd: root });
  if (found.length === 0) throw new Error(`There is no test for ${path}.`);
  return { place: path, files, tests, simulated: !notSimulated.some((start) => path.startsWith(start)) };
}

function inFolder(path: string): readonly string[] {
  const found = globSync(`${path}/**/*.ts`, { cwd: root });
  return found.map((name) => name.replaceAll('\\', '/')).toSorted();
}

const mirrored = (folder: string): string => folder.replace(/^main\//, 'test/');

const others = (path: string): readonly string[] => more.flatMap(({ of, tests }) => (of.test(path) ? tests : []));
