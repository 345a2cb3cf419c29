import { join } from 'node:path';

/**
 * @typedef {object} Facts
 * @property {string} root
 * @property {readonly string[]} args of the user, for the app
 * @property {string} node
 * @property {string | undefined} electron Electron's executable, if installed
 * @property {NodeJS.Platform} platform
 * @property {boolean} screen a display is available (checked on Linux only)
 * @property {boolean} x11 an X server is available, or XWayland (checked on Linux only)
 * @property {boolean} asRoot
 * @property {number} freePort debugging port for an app without a screen
 */

/**
 * @typedef {object} Choice
 * @property {string} command
 * @property {readonly string[]} args
 * @property {string} says names the runtime, for the user
 * @property {number} [debugPort] set without a screen
 */

/**
 * Chooses Electron if its binary and a display are available, otherwise the Chromium host.
 * @param {Facts} facts
 * @returns {Choice}
 */
export function chooseRuntime(facts) {
  const { root, args, node, electron, platform, freePort } = facts;
  const headless = platform === 'linux' && !facts.screen;
  if (electron !== undefined && !headless) {
    // Chromium's sandbox does not run as root.
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
    says: `${says}\nNo display ($DISPLAY and $WAYLAND_DISPLAY are empty): both windows are open but invisible.`,
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
 * Prefers X11: under Wayland, Electron's default, the app cannot position its windows.
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
