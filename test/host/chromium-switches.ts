/**
 * Switches that Chromium obeys in every program built on Chromium, including Electron apps. An app could define a
 * switch of the same everyday name for itself.
 */
export const chromiumSwitches: ReadonlySet<string> = new Set([
  'allow-file-access-from-files',
  'app',
  'app-id',
  'auth-server-allowlist',
  'auto-open-devtools-for-tabs',
  'class',
  'crash-dumps-dir',
  'data-path',
  'debug',
  'default-encoding',
  'demo',
  'disable-extensions',
  'disable-features',
  'disable-gpu',
  'disable-http-cache',
  'disable-web-security',
  'disk-cache-dir',
  'disk-cache-size',
  'display',
  'dump-dom',
  'enable-features',
  'enable-logging',
  'force-color-profile',
  'force-dark-mode',
  'force-device-scale-factor',
  'headless',
  'help',
  'high-dpi-support',
  'homepage',
  'host-resolver-rules',
  'host-rules',
  'ignore-certificate-errors',
  'in-process-gpu',
  'incognito',
  'inspect',
  'inspect-brk',
  'keep-alive',
  'kiosk',
  'kiosk-printing',
  'lang',
  'load-extension',
  'log-file',
  'log-level',
  'log-net-log',
  'make-default-browser',
  'mute-audio',
  'new-window',
  'no-proxy-server',
  'no-sandbox',
  'no-startup-window',
  'no-xshm',
  'no-zygote',
  'ozone-platform',
  'ozone-platform-hint',
  'pack-extension',
  'password-store',
  'print-to-pdf',
  'product-version',
  'profile',
  'profile-directory',
  'proxy-auto-detect',
  'proxy-bypass-list',
  'proxy-pac-url',
  'proxy-server',
  'remote-allow-origins',
  'remote-debugging-address',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'restart',
  'restore-last-session',
  'screen-info',
  'screenshot',
  'show-icons',
  'silent-launch',
  'simulate-outdated',
  'single-process',
  'site-per-process',
  'ssl-key-log-file',
  'start-fullscreen',
  'start-maximized',
  'test-type',
  'timeout',
  'touch-events',
  'trace-startup',
  'type',
  'uninstall',
  'use-gl',
  'user-agent',
  'user-data-dir',
  'v',
  'variations-server-url',
  'version',
  'vmodule',
  'wait-for-debugger',
  'window-name',
  'window-position',
  'window-size',
  'window-workspace',
  'wm-class',
]);

/** Switches with the same meaning in the host as in Electron. */
const played: ReadonlySet<string> = new Set(['display', 'proxy-server', 'remote-debugging-port', 'user-data-dir']);

/**
 * Returns a message about Chromium switches that the host does not play: Electron would obey the switch, so a run here
 * would differ. Undefined without such a switch.
 */
export function unplayedSwitches(names: Iterable<string>): string | undefined {
  const unplayed = [...names].filter((name) => chromiumSwitches.has(name) && !played.has(name));
  if (unplayed.length === 0) return undefined;
  const list = unplayed.map((name) => `--${name}`).join(', ');
  return `host: Chromium's own ${list}: Electron would act on it, and the host does not play it. The app ends.`;
}

/**
 * Returns Chromium's error message if `--display` names an X display other than this run's: Chromium then exits.
 * Otherwise undefined.
 */
export function missingDisplay(asked: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  if (asked === undefined || asked === '' || asked === env['DISPLAY']) return undefined;
  return `Missing X server or $DISPLAY (--display=${asked})\nThe platform failed to initialize.  Exiting.`;
}
