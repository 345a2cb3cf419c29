/** The content hash in a built file name: eight letters and digits. */
const HASH = '[\\w-]{8}';

/** Each file of the archive matches exactly one pattern, and each pattern matches at least one file. */
export const expectedFiles: readonly RegExp[] = [
  'package\\.json',
  'out/licences\\.json',
  'out/main/index\\.js',
  ...['export-thread', 'load-thread', 'upload-thread'].map((name) => `out/main/${name}\\.js`),
  // Chunks named by the bundler after the code shared by the app, its threads and the command line.
  `out/main/chunks/[\\w.-]+-${HASH}\\.js`,
  ...['dom.js', 'nothing-to-pay.html', 'panel.html', 'panel.js', 'pages.css', 'payer.html', 'payer.js'].map(
    (name) => `out/main/pages/${name.replace('.', '\\.')}`,
  ),
  'out/preload/index\\.cjs',
  'out/renderer/till/index\\.html',
  'out/renderer/display/index\\.html',
  'out/renderer/icon\\.png',
  'out/renderer/icon\\.svg',
  ...['attention', 'failed', 'paid', 'scanned'].map((name) => `out/renderer/sounds/${name}\\.wav`),
  ...['app', 'de', 'display', 'fr', 'nl', 'till', 'windows'].map((name) => `out/renderer/assets/${name}-${HASH}\\.js`),
  // Manager views, loaded when opened, and their shared chunks.
  ...['day-screen', 'export-dialog', 'figure', 'figures-part', 'payouts-by-day', 'payouts-screen'].map(
    (name) => `out/renderer/assets/${name}-${HASH}\\.js`,
  ),
  ...[
    'IconAlertTriangle',
    'about-part',
    'calendar',
    'call',
    'choice-box',
    'guide',
    'help-picture',
    'locked',
    'measure-text',
    'part-list\\.module',
    'provisioning-value',
    'rolldown-runtime',
    'screens',
    'service-part',
    'setting-value',
    'settings-screen',
    'settings-table',
    'support-screen',
    'switch-box',
    'use-checks',
    'use-resolved-styles-api',
    'use-session-keep-alive',
    'use-uncontrolled',
    'views',
  ].map((name) => `out/renderer/assets/${name}-${HASH}\\.js`),
  ...[
    'about-part',
    'app',
    'calendar',
    'day-screen',
    'export-dialog',
    'figure',
    'figures-part',
    'guide',
    'locked',
    'part-list',
    'payouts-screen',
    'service-part',
    'settings-screen',
    'support-screen',
    'switch-box',
    'use-checks',
    'windows',
  ].map((name) => `out/renderer/assets/${name}-${HASH}\\.css`),
  `out/renderer/assets/[a-z]+-(?:de|en|fr|nl)-${HASH}\\.webp`,
  ...['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'latin', 'latin-ext', 'vietnamese'].map(
    (name) => `out/renderer/assets/inter-${name}-wght-normal-${HASH}\\.woff2`,
  ),
  'node_modules/keytar/LICENSE\\.md',
  'node_modules/keytar/build/Release/keytar\\.node',
  'node_modules/keytar/lib/keytar\\.js',
  'node_modules/keytar/package\\.json',
].map((pattern) => new RegExp(`^${pattern}$`));

const BESIDE = ['sbom\\.cdx\\.json', 'profiles/sandbox\\.json', 'app-update\\.yml', 'default_app\\.asar'];

export const expectedBeside = {
  // `package-type` names the kind of Linux package; `apparmor-profile` lets the deb run its sandbox.
  linux: anyOf(...BESIDE, 'package-type', 'apparmor-profile'),
  // The updater uses elevate.exe to ask for an administrator.
  windows: anyOf(...BESIDE, 'elevate\\.exe'),
  macos: anyOf(...BESIDE, 'icon\\.icns', 'electron\\.icns', '.*\\.lproj/.*'),
} as const;

/** Returns the operating system of a package, by the name of its program. */
export function systemOf(program: string): keyof typeof expectedBeside {
  if (program.endsWith('.exe')) return 'windows';
  return program.endsWith('.app') ? 'macos' : 'linux';
}

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})$`);
}

/** The only machine code next to Electron's own. */
export const expectedUnpacked: readonly string[] = ['node_modules/keytar/build/Release/keytar.node'];

/**
 * Size limits in bytes. Raise a limit only on purpose, with the reason in the commit. At the time of setting, the
 * archive had 8.2 MB: 1 MB for the pictures of the help, more than half a MB for the cash register link (its API
 * document and its certificate), and as much for charts and export writers. The keychain binding had 0.1 MB on Linux.
 */
export const budget = { archive: 8_800_000, unpacked: 1_000_000 } as const;
