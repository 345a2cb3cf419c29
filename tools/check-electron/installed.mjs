import { spawn } from 'node:child_process';

const SWITCH = '--remote-debugging-port=0';
const PATIENCE_MS = 60_000;

/**
 * Starts the app as somebody would who wants to look into its windows. True once it has said that it does not take that,
 * with no debugger listening. On a screen the app then shows a dialog, which ends with it here.
 * @param {string} binary
 * @returns {Promise<boolean>}
 */
export function refusesDebugger(binary) {
  return new Promise((resolve) => {
    const child = spawn(binary, [SWITCH], { stdio: ['ignore', 'pipe', 'pipe'] });
    const tooLong = setTimeout(() => end(false), PATIENCE_MS);
    let said = '';
    /** @param {boolean} refused */
    const end = (refused) => {
      clearTimeout(tooLong);
      child.kill();
      resolve(refused);
    };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        said += text;
        if (said.includes('DevTools listening')) end(false);
        else if (said.includes(`does not take ${SWITCH}`)) end(true);
      });
    child.once('error', () => end(false)).once('exit', () => end(said.includes(`does not take ${SWITCH}`)));
  });
}
