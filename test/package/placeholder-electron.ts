import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A folder in the shape of Electron's for Linux, for a machine that has none: a program with the wire of fuses in it, which
 * @electron/fuses finds by its mark, and the files that a package takes over.
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
/** As many fuses as Electron has had since 41. */
const NINE = '\x09';
