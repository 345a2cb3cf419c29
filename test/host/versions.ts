import { readFileSync } from 'node:fs';

/** `process.versions` as an Electron app sees it. `electron` is the version whose semantics the host stands in for. */
export const versions: Readonly<Record<string, string>> = {
  ...process.versions,
  electron: electronVersion(),
} as Record<string, string>;

function electronVersion(): string {
  const file = new URL('../../node_modules/electron/package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
