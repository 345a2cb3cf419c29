import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Sources that are mutated together, with their quick tests; `simulated` if the simulation runs these sources. */
export interface Area {
  /** Folder or file as given on the command line, relative to the project root. */
  readonly place: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly simulated: boolean;
}

/** Tests in other folders that also cover these sources. */
const more: readonly { readonly of: RegExp; readonly tests: readonly string[] }[] = [
  { of: /^main\/refund/, tests: ['test/sale/**/*.test.ts'] },
  { of: /^main\/following/, tests: ['test/sale/**/*.test.ts', 'test/refund/**/*.test.ts'] },
  // The tests of sales and refunds cover how events are folded into state.
  {
    of: /^main\/domain/,
    tests: ['test/journal/**/*.test.ts', 'test/sale/**/*.test.ts', 'test/refund/**/*.test.ts'],
  },
];

/** Sources that the simulation does not load: simulated tills have no sockets and use stand-in signatures. */
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
 * Returns the area of `place`: the source files, their tests in the mirrored test folder, and the tests of `more`.
 * Throws when the place does not exist or has no test.
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
