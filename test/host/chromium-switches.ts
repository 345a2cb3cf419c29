/**
 * Switches that Chromium acts on in every program that is made with it, Electron's apps included, whatever the program
 * means by them. They are its switches with everyday names, of which an app could take one for its own.
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

/** Those that mean in the host what they mean in Electron. */
const played: ReadonlySet<string> = new Set(['display', 'proxy-server', 'remote-debugging-port', 'user-data-dir']);

/**
 * What there is to say about switches of Chromium's that the host does not play: with Electron they would act, so a run
 * here would show something else. Undefined when there are none.
 */
export function unplayedSwitches(names: Iterable<string>): string | undefined {
  const unplayed = [...names].filter((name) => chromiumSwitches.has(name) && !played.has(name));
  if (unplayed.length === 0) return undefined;
  const list = unplayed.map((name) => `--${name}`).join(', ');
  return `host: Chromium's own ${list}: Electron would act on it, and the host does not play it. The app ends.`;
}

/**
 * What Chromium says where the X display that `--display` names cannot be opened: it then ends. Undefined when that is
 * the display of this run.
 */
export function missingDisplay(asked: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  if (asked === undefined || asked === '' || asked === env['DISPLAY']) return undefined;
  return `Missing X server or $DISPLAY (--display=${asked})\nThe platform failed to initialize.  Exiting.`;
}
