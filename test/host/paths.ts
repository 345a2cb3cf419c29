import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { commandLine } from './command-line.ts';

/** The app's package: the nearest `package.json` above the main script, source of name and version as in Electron. */
export const application = findPackage(process.argv[1] ?? process.cwd());

const told = new Map<string, string>();

/** `app.getPath` and `app.setPath`. Throws for a name that the app does not use. */
export const paths = {
  get(name: string): string {
    const path = told.get(name) ?? defaults(name);
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  },
  set(name: string, path: string): void {
    if (resolve(path) !== path) throw new Error('Path must be absolute');
    told.set(name, path);
  },
};

const asked = commandLine.getSwitchValue('user-data-dir');
if (asked !== '') paths.set('userData', resolve(asked));

function defaults(name: string): string | undefined {
  const known: Record<string, () => string> = {
    appData: () => process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
    userData: () => join(paths.get('appData'), application.name),
    documents: () => join(homedir(), 'Documents'),
  };
  return known[name]?.();
}

function findPackage(from: string): { name: string; version: string; folder: string } {
  const folder = dirname(resolve(from));
  if (folder === dirname(folder)) return { name: 'Electron', version: '0.0.0', folder };
  try {
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    const facts = JSON.parse(text) as { name?: string; productName?: string; version?: string };
    return { name: facts.productName ?? facts.name ?? 'Electron', version: facts.version ?? '0.0.0', folder };
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    return findPackage(folder);
  }
}
