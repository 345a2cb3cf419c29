/** Which pieces of the system each command needs, and what Debian and Ubuntu call them. */

/** @typedef {'start' | 'test' | 'demo' | 'bench' | 'dist' | 'sandbox'} Purpose */

/** @typedef {{ readonly command: readonly string[], readonly namedBy?: string } | { readonly library: string } | { readonly header: string }} Sign */

/**
 * A piece is there when one of its signs is: a command in PATH (or named by a variable), a shared library, a header.
 * @typedef {object} Piece
 * @property {string} name
 * @property {string} why
 * @property {Sign} sign
 * @property {readonly string[]} packages
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

/** Executables that the Chromium host can drive, best first. */
export const chromiumCommands = ['chromium', 'chromium-browser', 'google-chrome'];

const chromium = piece(
  'Chromium',
  'runs the app where Electron cannot',
  { command: chromiumCommands, namedBy: 'TILLMATE_CHROMIUM' },
  ['chromium', 'fonts-liberation'],
);
const secrets = piece('libsecret', 'reaches the keychain', { library: 'libsecret-1.so.0' }, ['libsecret-1-0']);
const keyring = piece('GNOME Keyring', 'the real keychain for the tests', { command: ['gnome-keyring-daemon'] }, [
  'gnome-keyring',
]);
const bus = piece('D-Bus', 'a session bus for that keychain', { command: ['dbus-run-session'] }, ['dbus']);
const busCalls = piece("D-Bus's dbus-send", 'asks that bus for the keychain', { command: ['dbus-send'] }, ['dbus']);
const curl = piece('curl', 'runs the line that the sandbox prints for people', { command: ['curl'] }, ['curl']);
const zbar = piece('ZBar', 'reads the QR code from a picture', { command: ['zbarimg'] }, ['zbar-tools']);

const rpm = piece('rpmbuild', 'packs for Fedora and openSUSE', { command: ['rpmbuild'] }, ['rpm']);

/** Only where no prebuilt keychain binding loads. */
const toCompile = [
  piece('a C++ compiler', 'compiles the keychain binding', { command: ['g++'] }, ['build-essential']),
  piece('Python 3', 'compiles the keychain binding', { command: ['python3'] }, ['python3']),
  piece('pkg-config', 'compiles the keychain binding', { command: ['pkg-config'] }, ['pkg-config']),
  piece("libsecret's headers", 'compile the keychain binding', { header: 'libsecret-1/libsecret/secret.h' }, [
    'libsecret-1-dev',
  ]),
];

/** @type {Readonly<Record<Purpose, readonly Piece[]>>} */
const always = {
  start: [secrets],
  demo: [secrets, chromium, zbar],
  bench: [secrets, chromium, keyring, bus, busCalls, zbar],
  test: [secrets, chromium, keyring, bus, busCalls, zbar, curl],
  dist: [secrets, rpm],
  sandbox: [],
};

/**
 * Programs that tools and tests start and that set-up installs nothing for: every Debian has them, npm cannot run
 * without them, or they are done without where they are missing. A test holds all of this against the code.
 * @type {Readonly<Record<string, string>>}
 */
export const standing = {
  npm: 'runs set-up in the first place',
  'apt-get': 'installs the pieces; where there is none, set-up names them',
  sudo: 'asked only where set-up is not root',
  sh: 'part of every Debian',
  bash: 'part of every Debian',
  grep: 'part of every Debian',
  seq: 'part of every Debian',
  sleep: 'part of every Debian',
  dd: 'part of every Debian; the figures leave it out elsewhere',
  mount: 'part of every Debian; the tests that need a small disk are left out where it may not be used',
  umount: 'as mount',
  xrandr: 'one display is taken where it is missing',
};

/**
 * Every command that set-up installs a piece for.
 * @returns {readonly string[]}
 */
export function installedCommands() {
  const pieces = [...Object.values(always).flat(), ...toCompile];
  return [...new Set(pieces.flatMap(({ sign }) => ('command' in sign ? [...sign.command] : [])))];
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
 * @param {string} name
 * @param {string} why
 * @param {Sign} sign
 * @param {readonly string[]} packages
 * @returns {Piece}
 */
function piece(name, why, sign, packages) {
  return { name, why, sign, packages };
}
