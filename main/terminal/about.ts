import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What support asks for first; nothing of it is secret. */
export interface About {
  readonly version: string;
  readonly terminalId: string;
  readonly dataFolder: string;
  /** The file with the licences of what the app is made of; absent where it runs from its sources. */
  readonly licences?: string;
}

/** Electron's packages put this file beside the program. */
const LICENCES_FILE = 'LICENSES.chromium.html';

/** `program`: the file that runs. */
export function aboutTerminal(facts: Omit<About, 'licences'>, program: string): About {
  const licences = join(dirname(program), LICENCES_FILE);
  return existsSync(licences) ? { ...facts, licences } : facts;
}
