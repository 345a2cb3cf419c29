import { browserCommands } from './browser.mjs';

/** Which pieces of the system each command needs, and what each family of Linux calls them. */

/** @typedef {'start' | 'test' | 'demo' | 'bench' | 'dist' | 'sandbox'} Purpose */

/** @typedef {import('./distribution.mjs').Family} Family */

/** @typedef {{ readonly command: string } | { readonly browser: true } | { readonly library: string } | { readonly header: string }} Sign */

/**
 * A piece is there when its sign is: a command in PATH, a browser that the Chromium host can drive, a shared library, a
 * header.
 * @typedef {object} Piece
 * @property {string} name
 * @property {string} why
 * @property {Sign} sign
 * @property {Readonly<Record<Family, readonly string[]>>} packages
 */

/**
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {boolean} [electron] Electron's binary is there.
 * @property {boolean} [screen] There is a display to open windows on.
 * @property {boolean} [compile] The keychain binding has to be compiled here.
 */

/** @type {readonly Purpose[]} */
export const purposes = ['start', 'test', 'demo', 'bench', 'dist', 'sandbox'];

const chromium = piece(
  'Chromium',
  'runs the app where Electron cannot',
  { browser: true },
  {
    debian: ['chromium', 'fonts-liberation'],
    ubuntu: ['chromium-browser', 'fonts-liberation'],
    fedora: ['chromium', 'liberation-fonts'],
    rhel: ['chromium', 'liberation-fonts'],
    arch: ['chromium', 'ttf-liberation'],
    suse: ['chromium', 'liberation-fonts'],
  },
);
const secrets = piece(
  'libsecret',
  'reaches the keychain',
  { library: 'libsecret-1.so.0' },
  { debian: ['libsecret-1-0'], fedora: ['libsecret'], arch: ['libsecret'], suse: ['libsecret-1-0'] },
);
const keyring = piece(
  'GNOME Keyring',
  'the real keychain for tests and for the tour of support',
  { command: 'gnome-keyring-daemon' },
  everywhere('gnome-keyring'),
);
const bus = piece(
  'D-Bus',
  'a session bus for that keychain',
  { command: 'dbus-run-session' },
  { debian: ['dbus'], fedora: ['dbus-daemon'], arch: ['dbus'], suse: ['dbus-1-daemon'], suse15: ['dbus-1'] },
);
const busCalls = piece(
  "D-Bus's dbus-send",
  'asks that bus for the keychain',
  { command: 'dbus-send' },
  { debian: ['dbus'], fedora: ['dbus-tools'], arch: ['dbus'], suse: ['dbus-1-tools'], suse15: ['dbus-1'] },
);
const curl = piece('curl', 'runs the line that the sandbox prints for people', { command: 'curl' }, everywhere('curl'));

const rpm = piece(
  'rpmbuild',
  'packs for Fedora and openSUSE',
  { command: 'rpmbuild' },
  { debian: ['rpm'], fedora: ['rpm-build'], arch: ['rpm-tools'], suse: ['rpm-build'] },
);

/** Only where the keychain binding is not compiled yet. */
const toCompile = [
  piece(
    'a C++ compiler',
    'compiles the keychain binding',
    { command: 'g++' },
    { debian: ['build-essential'], fedora: ['gcc-c++', 'make'], arch: ['base-devel'], suse: ['gcc-c++', 'make'] },
  ),
  piece(
    'Python 3',
    'compiles the keychain binding',
    { command: 'python3' },
    { ...everywhere('python3'), arch: ['python'] },
  ),
  piece(
    'pkg-config',
    'compiles the keychain binding',
    { command: 'pkg-config' },
    { debian: ['pkg-config'], fedora: ['pkgconf-pkg-config'], arch: ['pkgconf'], suse: ['pkg-config'] },
  ),
  piece(
    "libsecret's headers",
    'compile the keychain binding',
    { header: 'libsecret-1/libsecret/secret.h' },
    { debian: ['libsecret-1-dev'], fedora: ['libsecret-devel'], arch: ['libsecret'], suse: ['libsecret-devel'] },
  ),
];

/** @type {Readonly<Record<Purpose, readonly Piece[]>>} */
const always = {
  start: [secrets],
  demo: [secrets, chromium, keyring, bus, busCalls],
  bench: [secrets, chromium, keyring, bus, busCalls],
  test: [secrets, chromium, keyring, bus, busCalls, curl],
  dist: [secrets, rpm],
  sandbox: [],
};

/** Whether a piece is there for the app's keychain. @param {Piece} piece */
export function isForKeychain(piece) {
  return piece === secrets || toCompile.includes(piece);
}

/**
 * Whether the command does without a keychain: in training the app's keys are in memory.
 * @param {Purpose} purpose
 */
export function goesWithoutKeychain(purpose) {
  return purpose === 'start' || purpose === 'demo';
}

/**
 * Programs that tools and tests start and that set-up installs nothing for: every Linux has them, npm cannot run
 * without them, or they are done without where they are missing. A test holds all of this against the code.
 * @type {Readonly<Record<string, string>>}
 */
export const standing = {
  npm: 'runs set-up in the first place',
  git: 'whoever changes files has it; started by npm test -- --changed alone',
  'apt-get': 'installs the pieces; where there is none, set-up names them',
  dnf: 'as apt-get',
  pacman: 'as apt-get',
  zypper: 'as apt-get',
  sudo: 'asked only where set-up is not root',
  sh: 'part of every Linux',
  bash: 'part of every Linux that is set up for the tests',
  grep: 'part of every Linux',
  seq: 'part of every Linux',
  sleep: 'part of every Linux',
  dd: 'part of every Linux; the figures leave it out elsewhere',
  mount: 'part of every Linux; the tests that need a small disk are left out where it may not be used',
  umount: 'as mount',
  '/sbin/mount': 'part of every macOS, and started nowhere else',
  xrandr: 'one display is taken where it is missing',
  taskkill: 'part of every Windows, and started nowhere else',
};

/**
 * Every command that set-up installs a piece for.
 * @returns {readonly string[]}
 */
export function installedCommands() {
  const pieces = [...Object.values(always).flat(), ...toCompile];
  const commands = pieces.flatMap(({ sign }) => ('command' in sign ? [sign.command] : []));
  return [...new Set([...commands, ...browserCommands])];
}

/**
 * What `purpose` needs of the system on this machine. Only Linux needs anything: elsewhere the keychain is part of the
 * system and Electron's binary is expected.
 * @param {Purpose} purpose
 * @param {Machine} machine
 * @returns {readonly Piece[]}
 */
export function requiredPieces(purpose, machine) {
  if (machine.platform !== 'linux' || purpose === 'sandbox') return [];
  const pieces = [...always[purpose]];
  // Electron needs a display; the Chromium host does without one.
  if (purpose === 'start' && !(machine.electron && machine.screen)) pieces.push(chromium);
  if (machine.compile) pieces.push(...toCompile);
  return pieces;
}

/**
 * @param {string} text
 * @returns {text is Purpose}
 */
export function isPurpose(text) {
  return purposes.some((purpose) => purpose === text);
}

/**
 * The families that are like another in this piece need not be named: Ubuntu as Debian, RHEL as Fedora, SUSE 15 as SUSE.
 * @param {string} name
 * @param {string} why
 * @param {Sign} sign
 * @param {Record<'debian' | 'fedora' | 'arch' | 'suse', readonly string[]> & Partial<Piece['packages']>} packages
 * @returns {Piece}
 */
function piece(name, why, sign, packages) {
  const { debian, fedora, suse } = packages;
  return { name, why, sign, packages: { ubuntu: debian, rhel: fedora, suse15: suse, ...packages } };
}

/** @param {string} name */
function everywhere(name) {
  return { debian: [name], fedora: [name], arch: [name], suse: [name] };
}
