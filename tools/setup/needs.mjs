import { browserCommands } from './browser.mjs';

/** @typedef {'start' | 'test' | 'demo' | 'bench' | 'dist' | 'sandbox' | 'chain'} Purpose */

/**
 * Evidence of an installed piece: a command in PATH, a browser for the Chromium host, a shared library, a header.
 * @typedef {{ readonly command: string } | { readonly browser: true } | { readonly library: string } | { readonly header: string }} Sign
 */

/**
 * A part of the system, with the commands that need the part, and its packages on Debian.
 * @typedef {object} Piece
 * @property {string} name
 * @property {string} why
 * @property {Sign} sign
 * @property {readonly Purpose[]} purposes
 * @property {boolean} [forKeychain] The app's own keychain needs it; in training the app does without.
 * @property {boolean} [toCompile] Only where the keychain binding is not compiled yet.
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
export const purposes = ['start', 'test', 'demo', 'bench', 'dist', 'sandbox', 'chain'];

/** @type {readonly Purpose[]} */
const live = ['start', 'test', 'demo', 'bench', 'dist'];
/** @type {readonly Purpose[]} */
const inWindows = ['test', 'demo', 'bench'];
const binding = { purposes: live, forKeychain: true, toCompile: true, why: 'compiles the keychain binding' };

/** @type {readonly Piece[]} */
export const pieces = [
  {
    name: 'libsecret',
    why: 'reaches the keychain',
    sign: { library: 'libsecret-1.so.0' },
    purposes: live,
    forKeychain: true,
    packages: ['libsecret-1-0'],
  },
  {
    name: 'Chromium',
    why: 'runs the app where Electron cannot',
    sign: { browser: true },
    // With a display, Electron starts the app instead.
    purposes: [...inWindows, 'start'],
    packages: ['chromium', 'fonts-liberation'],
  },
  {
    name: 'GNOME Keyring',
    why: 'the real keychain for tests and for the tour of support',
    sign: { command: 'gnome-keyring-daemon' },
    purposes: inWindows,
    packages: ['gnome-keyring'],
  },
  {
    name: 'D-Bus',
    why: 'a session bus for that keychain',
    sign: { command: 'dbus-run-session' },
    purposes: inWindows,
    packages: ['dbus'],
  },
  {
    name: "D-Bus's dbus-send",
    why: 'asks that bus for the keychain',
    sign: { command: 'dbus-send' },
    purposes: inWindows,
    packages: ['dbus'],
  },
  {
    name: 'curl',
    why: 'runs the line that the sandbox prints for people',
    sign: { command: 'curl' },
    purposes: ['test'],
    packages: ['curl'],
  },
  {
    name: 'PostgreSQL',
    why: "backs up and restores the collector's database",
    sign: { command: 'pg_restore' },
    purposes: ['test'],
    packages: ['postgresql'],
  },
  {
    name: 'rpmbuild',
    why: 'packs for Fedora and openSUSE',
    sign: { command: 'rpmbuild' },
    purposes: ['dist'],
    packages: ['rpm'],
  },
  {
    ...binding,
    name: 'a C++ compiler',
    sign: { command: 'g++' },
    packages: ['build-essential'],
  },
  {
    ...binding,
    name: 'Python 3',
    sign: { command: 'python3' },
    packages: ['python3'],
  },
  {
    ...binding,
    name: 'pkg-config',
    sign: { command: 'pkg-config' },
    packages: ['pkg-config'],
  },
  {
    ...binding,
    name: "libsecret's headers",
    sign: { header: 'libsecret-1/libsecret/secret.h' },
    packages: ['libsecret-1-dev'],
  },
];

/** Every command that set-up installs a piece for. */
export const installedCommands = [
  ...pieces.flatMap(({ sign }) => ('command' in sign ? [sign.command] : [])),
  ...browserCommands,
];

/**
 * Returns the pieces that `purpose` needs on this machine. Only Linux needs any: other systems include a keychain, and
 * Electron's binary is expected.
 * @param {Purpose} purpose
 * @param {Machine} machine
 */
export function requiredPieces(purpose, { platform, electron, screen, compile }) {
  if (platform !== 'linux') return [];
  return pieces.filter((piece) => {
    if ('browser' in piece.sign && purpose === 'start' && electron && screen) return false;
    return piece.purposes.includes(purpose) && (compile || !piece.toCompile);
  });
}

/**
 * Returns true for commands that also work in training, with keys in memory and without a keychain.
 * @param {Purpose} purpose
 */
export function goesWithoutKeychain(purpose) {
  return purpose === 'start' || purpose === 'demo';
}

/** @param {Purpose} purpose */
export function needsChain(purpose) {
  return purpose === 'chain' || purpose === 'test' || purpose === 'bench';
}

/** @param {string} text @returns {text is Purpose} */
export function isPurpose(text) {
  return purposes.some((purpose) => purpose === text);
}
