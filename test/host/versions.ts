import { readFileSync } from 'node:fs';

/** `process.versions` of an Electron app. `electron` is the version whose behaviour the host implements. */
export const versions: Readonly<Record<string, string>> = {
  ...process.versions,
  electron: electronVersion(),
} as Record<string, string>;

function electronVersion(): string {
  const file = new URL('../../node_modules/electron/package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
