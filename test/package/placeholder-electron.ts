import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Creates a folder in the shape of Electron for Linux, for a machine without Electron: a program with the fuse wire,
 * found by @electron/fuses by its mark, and the files copied into a package.
 */
export function placeholderElectron(folder: string): string {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  writeFileSync(join(folder, 'electron'), `no program${FUSES}${VERSION_1}${NINE}${'1'.repeat(9)}`, {
    encoding: 'latin1',
    mode: 0o755,
  });
  writeFileSync(join(folder, 'version'), '0.0.0');
  writeFileSync(join(folder, 'LICENSE'), "Electron's licence");
  writeFileSync(
    join(folder, 'LICENSES.chromium.html'),
    '<div class="product"><span class="title">Played</span><pre>Its words</pre></div>',
  );
  return folder;
}

const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const VERSION_1 = '\x01';
/** The number of fuses since Electron 41. */
const NINE = '\x09';
