import { join } from 'node:path';

/**
 * @typedef {object} Facts
 * @property {string} root
 * @property {readonly string[]} args of the person, for the app
 * @property {string} node
 * @property {string | undefined} electron Electron's executable, where it is there
 * @property {NodeJS.Platform} platform
 * @property {boolean} screen there is a display (looked at on Linux only)
 * @property {boolean} x11 there is an X server, perhaps that of Wayland (looked at on Linux only)
 * @property {boolean} asRoot
 * @property {number} freePort for looking at an app that has no screen
 */

/**
 * @typedef {object} Choice
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} says which runtime it is, for the person
 * @property {number} [debugPort] set when there is no screen to look at
 */

/**
 * Electron where its binary and a display are, the Chromium host otherwise.
 * @param {Facts} facts
 * @returns {Choice}
 */
export function chooseRuntime(facts) {
  const { root, args, node, electron, platform, freePort } = facts;
  const headless = platform === 'linux' && !facts.screen;
  if (electron !== undefined && !headless) {
    // Chromium refuses to run its sandbox for root.
    const sandbox = platform === 'linux' && facts.asRoot ? ['--no-sandbox'] : [];
    const says =
      sandbox.length > 0 ? "Running on Electron, as root and so without Chromium's sandbox." : 'Running on Electron.';
    return { command: electron, args: [root, ...sandbox, ...platformFor(facts), ...args], says };
  }

  const host = ['--import', './test/host/register.mjs', join(root, 'out', 'main', 'index.js')];
  const because = electron === undefined ? "Electron's binary is not on this machine" : 'Electron needs a display';
  const says = `Running on the Chromium host, for evaluation and tests: ${because}.`;
  if (!headless) return { command: node, args: [...host, ...args], says };
  const asked = debugPortOf(args);
  return {
    command: node,
    args: [...host, ...(asked === undefined ? [`--remote-debugging-port=${freePort}`] : []), ...args],
    says: `${says}\nThere is no display ($DISPLAY and $WAYLAND_DISPLAY are empty), so both windows are open without being seen.`,
    debugPort: asked ?? freePort,
  };
}

/** @param {number} port */
export function howToLook(port) {
  return [
    'To look at them:',
    `  - in Chrome or Chromium on this machine, open chrome://inspect, "Configure…", add 127.0.0.1:${port}, then "inspect";`,
    `    from another machine first: ssh -L ${port}:127.0.0.1:${port} this-machine`,
    '  - or take pictures of a whole sale: npm run demo (they go to out/demo/)',
    'Ctrl+C ends the app.',
  ].join('\n');
}

/**
 * X11 where it can be had: under Wayland, Electron's own choice, windows do not stand where the app puts them.
 * @param {Facts} facts
 */
function platformFor({ platform, x11, args }) {
  const chosen = args.some((arg) => arg.startsWith('--ozone-platform'));
  return platform === 'linux' && x11 && !chosen ? ['--ozone-platform=x11'] : [];
}

/** @param {readonly string[]} args */
function debugPortOf(args) {
  const given = args.find((arg) => arg.startsWith('--remote-debugging-port='));
  const port = Number(given?.split('=')[1]);
  return Number.isInteger(port) && port > 0 ? port : undefined;
}
