import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findBrowser, isExecutable } from './browser.mjs';
import { families, familyOf, osRelease } from './distribution.mjs';
import { run, SetupStop, step, tail } from './run.mjs';

/** @typedef {import('./needs.mjs').Piece} Piece */
/** @typedef {import('./distribution.mjs').Family} Family */

/** @typedef {'root' | 'sudo' | 'ask'} Right */

/**
 * Installs the missing `pieces` together. Throws SetupStop with the exact command when not permitted, or when pieces
 * are still missing.
 * @param {readonly Piece[]} pieces
 * @param {string} purpose the command that needs them, for the message
 */
export async function installSystemPieces(pieces, purpose) {
  const missing = pieces.filter((piece) => !isThere(piece));
  if (missing.length === 0) return;
  const release = osRelease();
  const family = familyOf(release);
  if (family === undefined || !inPath(families[family].manager.program, process.env['PATH'] ?? ''))
    throw unknownSystem(missing, release.name, purpose);
  const right = rightToInstall();
  if (right === 'ask') throw adviceToInstall(missing, family);

  const packages = packagesOf(missing, family);
  const { refresh, install } = commands(packages, family, right);
  const env = families[family].manager.env ?? {};
  await step(`Installing ${listed(missing)} (${packages.join(', ')}).`, async () => {
    // A failed refresh of the package lists does not matter if the installation succeeds.
    if (refresh !== undefined) await run(refresh, { limitMs: 300_000, env });
    const installed = await run(install, { limitMs: 900_000, env });
    const lacking = missing.filter((piece) => !isThere(piece));
    if (installed.code !== 0 || lacking.length > 0) throw installStop(missing, family, installed.output);
  });
}

/**
 * Returns the stop for a failed installation.
 * @param {readonly Piece[]} missing
 * @param {Family} family
 * @param {string} output of the package manager
 */
export function installStop(missing, family, output) {
  const { program, unreachable } = families[family].manager;
  const fault = unreachable.exec(output);
  const cause =
    fault === null
      ? [`${program} said:`, ...tail(output, 8)]
      : [
          `No connection to the package archive. Connect this machine to the network, or configure a mirror or proxy for ${program}.`,
          ...tail(output, 50)
            .filter((line) => line.includes(fault[0]))
            .slice(0, 1),
        ];
  return new SetupStop(`Installation of ${listed(missing)} failed.`, [
    ...cause,
    '',
    'Then run the same npm command again. To install by hand:',
    '',
    `    ${commandForPerson(missing, family)}`,
    ...hintOf(family),
  ]);
}

/** Returns the stop for missing administrator rights. @param {readonly Piece[]} missing @param {Family} family */
export function adviceToInstall(missing, family) {
  return new SetupStop('Missing packages, installable by an administrator only:', [
    ...rows(missing),
    '',
    'Run this, then the same npm command again:',
    '',
    `    ${commandForPerson(missing, family)}`,
    ...hintOf(family),
  ]);
}

/**
 * Returns the stop for a Linux distribution without known packages.
 * @param {readonly Piece[]} missing
 * @param {string} system
 * @param {string} purpose
 */
export function unknownSystem(missing, system, purpose) {
  return new SetupStop(`Packages of ${system} are unknown to set-up; install by hand:`, [
    ...rows(missing),
    '',
    `On Debian they are called ${packagesOf(missing, 'debian').join(', ')}, on Fedora ${packagesOf(missing, 'fedora').join(', ')}.`,
    `Then run npm ${npmName(purpose)} again.`,
  ]);
}

/**
 * Returns the installing commands, each as a list of arguments.
 * @param {readonly string[]} packages
 * @param {Family} family
 * @param {'root' | 'sudo'} right
 */
export function commands(packages, family, right) {
  const { program, patience = [], hasLists, install, env = {} } = families[family].manager;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const prefix = [...(right === 'sudo' ? ['sudo', '-n', ...variables] : []), program, ...patience];
  return {
    refresh: hasLists ? [...prefix, '-o', 'APT::Update::Error-Mode=any', 'update'] : undefined,
    install: [...prefix, ...install, ...packages],
  };
}

/** @param {readonly Piece[]} missing @param {Family} family */
function commandForPerson(missing, family) {
  const { program, hasLists, install } = families[family].manager;
  const first = hasLists ? `sudo ${program} update && ` : '';
  return `${first}sudo ${program} ${install.join(' ')} ${packagesOf(missing, family).join(' ')}`;
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

/** @type {Partial<Record<Family, 'debian' | 'fedora'>>} */
const alike = { ubuntu: 'debian', rhel: 'fedora' };

/** @param {readonly Piece[]} pieces @param {Family} family */
function packagesOf(pieces, family) {
  const names = pieces.flatMap(({ packages }) => packages[family] ?? packages[alike[family] ?? 'debian']);
  return [...new Set(names)];
}

/** @param {Family} family */
function hintOf(family) {
  const { hint } = families[family];
  return hint === undefined ? [] : ['', hint];
}

/** @param {readonly Piece[]} missing */
function rows(missing) {
  return missing.map((piece) => `${piece.name}: ${piece.why}`);
}

/** @param {readonly Piece[]} pieces */
function listed(pieces) {
  return pieces.map((piece) => piece.name).join(', ');
}

/** @param {string} purpose */
function npmName(purpose) {
  return purpose === 'start' || purpose === 'test' ? purpose : `run ${purpose}`;
}
