import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findBrowser, isExecutable } from './browser.mjs';
import { run, SetupStop, step, tail } from './run.mjs';

/** @typedef {import('./needs.mjs').Piece} Piece */

/** @typedef {'root' | 'sudo' | 'ask'} Right */

const patience = ['-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=120'];
const install = ['install', '-y', '--no-install-recommends'];
const env = { DEBIAN_FRONTEND: 'noninteractive' };
const unreachable = /Temporary failure resolving|Could not resolve|Could not connect|Connection (failed|timed out)/;

/**
 * Installs the missing `pieces` together with apt. Throws SetupStop with the exact command when not permitted, with the
 * pieces where there is no apt, or when pieces are still missing.
 * @param {readonly Piece[]} pieces
 */
export async function installSystemPieces(pieces) {
  const missing = pieces.filter((piece) => !isThere(piece));
  if (missing.length === 0) return;
  if (!inPath('apt-get', process.env['PATH'] ?? '')) throw withoutApt(missing);
  const onUbuntu = isUbuntu(osRelease());
  const right = rightToInstall();
  if (right === 'ask') throw adviceToInstall(missing, onUbuntu);

  const packages = packagesOf(missing, onUbuntu);
  await step(`Installing ${listed(missing)} (${packages.join(', ')}).`, async () => {
    // A failed refresh of the package lists does not matter if the installation succeeds.
    await run(aptCommand(right, ['-o', 'APT::Update::Error-Mode=any', 'update']), { limitMs: 300_000, env });
    const installed = await run(aptCommand(right, [...install, ...packages]), { limitMs: 900_000, env });
    const lacking = missing.filter((piece) => !isThere(piece));
    if (installed.code !== 0 || lacking.length > 0) throw installStop(missing, installed.output, onUbuntu);
  });
}

/**
 * Returns the stop for a failed installation.
 * @param {readonly Piece[]} missing
 * @param {string} output of apt-get
 * @param {boolean} [onUbuntu]
 */
export function installStop(missing, output, onUbuntu = false) {
  const fault = unreachable.exec(output);
  const cause =
    fault === null
      ? ['apt-get said:', ...tail(output, 8)]
      : [
          'No connection to the package archive. Connect this machine to the network, or configure a mirror or proxy for apt-get.',
          ...tail(output, 50)
            .filter((line) => line.includes(fault[0]))
            .slice(0, 1),
        ];
  return new SetupStop(`Installation of ${listed(missing)} failed.`, [
    ...cause,
    '',
    'Then run the same npm command again. To install by hand:',
    ...commandForPerson(missing, onUbuntu),
  ]);
}

/** Returns the stop for missing administrator rights. @param {readonly Piece[]} missing @param {boolean} onUbuntu */
export function adviceToInstall(missing, onUbuntu) {
  return new SetupStop('Missing packages, installable by an administrator only:', [
    ...rows(missing),
    '',
    'Run this, then the same npm command again:',
    ...commandForPerson(missing, onUbuntu),
  ]);
}

/** Returns the stop for a Linux without apt. @param {readonly Piece[]} missing */
export function withoutApt(missing) {
  return new SetupStop('Set-up installs packages with apt only; install by hand:', [
    ...rows(missing),
    '',
    `On Debian they are called ${packagesOf(missing, false).join(', ')}.`,
    'Then run the same npm command again.',
  ]);
}

/** Never asks for input. @param {'root' | 'sudo'} right @param {readonly string[]} args */
export function aptCommand(right, args) {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [...(right === 'sudo' ? ['sudo', '-n', ...variables] : []), 'apt-get', ...patience, ...args];
}

/** @param {readonly Piece[]} missing @param {boolean} onUbuntu */
function commandForPerson(missing, onUbuntu) {
  const command = `sudo apt-get update && sudo apt-get ${[...install, ...packagesOf(missing, onUbuntu)].join(' ')}`;
  const hint = "Ubuntu's chromium-browser is a snap. Where no snap can run, install Google Chrome (google.com/chrome).";
  return ['', `    ${command}`, ...(onUbuntu ? ['', hint] : [])];
}

/**
 * @param {Piece} piece
 * @param {{ path?: string, libraries?: readonly string[], headers?: readonly string[] }} [places]
 */
export function isThere({ sign }, places = {}) {
  if ('browser' in sign) return findBrowser() !== undefined;
  if ('command' in sign) return inPath(sign.command, places.path ?? process.env['PATH'] ?? '');
  if ('header' in sign)
    return (places.headers ?? ['/usr/include', '/usr/local/include']).some((at) => existsSync(join(at, sign.header)));
  return (places.libraries ?? libraryFolders()).some((at) => existsSync(join(at, sign.library)));
}

/** @param {string} name @param {string} path */
function inPath(name, path) {
  return path.split(delimiter).some((folder) => isExecutable(join(folder, name)));
}

/** Debian keeps libraries in a folder per architecture, others in /usr/lib64. */
function libraryFolders() {
  const named = ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/lib', '/lib64'];
  const multiarch = existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .filter((name) => name.includes('-linux-'))
        .map((name) => join('/usr/lib', name))
    : [];
  return [...multiarch, ...named];
}

/** @returns {Right} */
function rightToInstall() {
  if (process.getuid?.() === 0) return 'root';
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? 'sudo' : 'ask';
}

/** Ubuntu and its relatives; Linux Mint has its own Chromium package, under Debian's name. @param {string} release */
export function isUbuntu(release) {
  return /^ID(_LIKE)?=.*\bubuntu\b/m.test(release) && !/^ID="?linuxmint\b/m.test(release);
}

/** Text of /etc/os-release. */
function osRelease() {
  const file = ['/etc/os-release', '/usr/lib/os-release'].find((path) => existsSync(path));
  return file === undefined ? '' : readFileSync(file, 'utf8');
}

/** @param {readonly Piece[]} pieces @param {boolean} onUbuntu */
function packagesOf(pieces, onUbuntu) {
  const names = pieces.flatMap(({ packages }) => packages);
  return [...new Set(names)].map((name) => (onUbuntu && name === 'chromium' ? 'chromium-browser' : name));
}

/** @param {readonly Piece[]} missing */
function rows(missing) {
  return missing.map((piece) => `${piece.name}: ${piece.why}`);
}

/** @param {readonly Piece[]} pieces */
function listed(pieces) {
  return pieces.map((piece) => piece.name).join(', ');
}
