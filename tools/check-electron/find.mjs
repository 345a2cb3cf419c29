import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { electronBinary, isPackagedApp } from '../setup/electron.mjs';
import { run } from '../setup/run.mjs';

/**
 * @typedef {{ readonly binary: string, readonly kind: 'electron' | 'app' }} Found
 * @typedef {{ readonly refusal: readonly string[] }} Refused
 */

const howToGet = [
  'To get it:',
  '  node tools/setup.mjs start --electron',
  '      downloads it into node_modules/electron/dist (behind a mirror, set ELECTRON_MIRROR before); then this command again',
  '  ELECTRON_OVERRIDE_DIST_PATH=/path/to/dist npm run check-electron',
  '      with the folder of an Electron unpacked by hand',
  '  npm run check-electron -- --electron=/path/to/Tillmate',
  '      for an installed app, or one that npm run dist has left below dist/: shows that it takes no debugger',
];

/**
 * Returns the given executable, or else the executable installed by npm.
 * @param {{ root: string, named: string | undefined, platform: NodeJS.Platform, env: Record<string, string | undefined> }} facts
 * @returns {Found | Refused}
 */
export function findElectron({ root, named, platform, env }) {
  const binary = named === undefined ? electronBinary(root) : resolve(named);
  if (binary === undefined) return { refusal: ['No Electron on this machine: not installed by npm.', '', ...howToGet] };
  if (!existsSync(binary)) return { refusal: [`File ${binary} not found.`, '', ...howToGet] };
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'])
    return {
      refusal: [
        `Electron (${binary}) needs a display: $DISPLAY and $WAYLAND_DISPLAY are empty.`,
        '',
        'In a desktop session, run the same command; without one, on a display in memory:',
        '  xvfb-run --auto-servernum npm run check-electron',
      ],
    };
  return { binary, kind: isPackagedApp(binary) ? 'app' : 'electron' };
}

/**
 * Returns Electron's version from the user agent of the running app; undefined for another browser.
 * @param {string} userAgent
 */
export function electronVersionIn(userAgent) {
  const [, electron] = /\bElectron\/(\S+)/.exec(userAgent) ?? [];
  const [, chrome] = /\bChrome\/(\S+)/.exec(userAgent) ?? [];
  return electron === undefined ? undefined : `Electron ${electron} (Chrome ${chrome})`;
}

const SWITCH = '--remote-debugging-port=0';
const REFUSES = `${SWITCH} not allowed`;

/**
 * Starts the app with a debugging port. Returns true if the app prints its refusal and no debugger listens. Ends the
 * app, which may show a dialog.
 * @param {string} binary
 */
export async function refusesDebugger(binary) {
  const { output } = await run([binary, SWITCH], {
    limitMs: 60_000,
    endsOn: new RegExp(`DevTools listening|${REFUSES}`),
  });
  return output.includes(REFUSES) && !output.includes('DevTools listening');
}
