import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, step, tail } from './run.mjs';
import { SetupStop } from './setup-stop.mjs';

/** @typedef {import('./needs.mjs').Piece} Piece */

/** How this machine lets us install packages. @typedef {'root' | 'sudo' | 'ask' | 'no-apt'} Right */

/**
 * Installs those of `pieces` that are missing, in one go. Throws SetupStop with the exact command where it may not.
 * @param {readonly Piece[]} pieces
 * @param {string} purpose the command that needs them, for the message
 */
export async function installSystemPieces(pieces, purpose) {
  const missing = pieces.filter((piece) => !isThere(piece));
  if (missing.length === 0) return;
  const right = rightToInstall();
  if (right === 'ask' || right === 'no-apt') throw adviceToInstall(missing, right, purpose);

  const packages = packagesOf(missing);
  const { update, install } = aptCommands(packages, right);
  await step(`Installing ${listed(missing)} (${packages.join(', ')}).`, async () => {
    // A list that could not be refreshed may still be good enough: only the installation decides.
    await run(update, { limitMs: 300_000, env: { DEBIAN_FRONTEND: 'noninteractive' } });
    const installed = await run(install, { limitMs: 900_000, env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (installed.code === 0) return;
    throw aptStop(missing, packages, installed.output);
  });
}

/**
 * @param {readonly Piece[]} missing
 * @param {readonly string[]} packages
 * @param {string} output
 */
export function aptStop(missing, packages, output) {
  const unreachable =
    /Temporary failure resolving|Could not resolve|Could not connect|Connection (failed|timed out)/.exec(output);
  const cause =
    unreachable === null
      ? ['apt-get said:', ...tail(output, 8)]
      : [
          'The package archive could not be reached. Connect this machine to the network, or give apt a mirror or a proxy.',
          ...tail(output, 50)
            .filter((line) => line.includes(unreachable[0]))
            .slice(0, 1),
        ];
  return new SetupStop(`${listed(missing)} could not be installed.`, [
    ...cause,
    '',
    'Then run the same npm command again. To install by hand:',
    '',
    `    ${commandForPerson(packages)}`,
  ]);
}

/**
 * What to say where set-up may not install by itself.
 * @param {readonly Piece[]} missing
 * @param {'ask' | 'no-apt'} right
 * @param {string} purpose
 */
export function adviceToInstall(missing, right, purpose) {
  const rows = missing.map((piece) => `${piece.name}: ${piece.why}`);
  if (right === 'no-apt') {
    return new SetupStop('This machine has no apt-get, so these have to be installed by hand:', [
      ...rows,
      '',
      `On Debian the packages are called ${packagesOf(missing).join(', ')}. Then run npm ${npmName(purpose)} again.`,
    ]);
  }
  return new SetupStop('These are missing, and installing them needs an administrator:', [
    ...rows,
    '',
    'Run this, then the same npm command again:',
    '',
    `    ${commandForPerson(packagesOf(missing))}`,
  ]);
}

/**
 * The two commands, each as a list of arguments.
 * @param {readonly string[]} packages
 * @param {'root' | 'sudo'} right
 */
export function aptCommands(packages, right) {
  const prefix = right === 'sudo' ? ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive'] : [];
  const patience = ['-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=120'];
  return {
    update: [...prefix, 'apt-get', ...patience, '-o', 'APT::Update::Error-Mode=any', 'update'],
    install: [...prefix, 'apt-get', ...patience, 'install', '-y', '--no-install-recommends', ...packages],
  };
}

/**
 * @param {Piece} piece
 * @param {{ path?: string | undefined, libraries?: readonly string[], headers?: readonly string[] }} [places]
 */
export function isThere(piece, places = {}) {
  const { sign } = piece;
  if ('command' in sign && sign.namedBy && process.env[sign.namedBy]) return true;
  if ('command' in sign) return sign.command.some((name) => inPath(name, places.path ?? process.env.PATH ?? ''));
  if ('header' in sign)
    return (places.headers ?? ['/usr/include', '/usr/local/include']).some((at) => existsSync(join(at, sign.header)));
  return (places.libraries ?? libraryFolders()).some((at) => existsSync(join(at, sign.library)));
}

/**
 * @param {string} name
 * @param {string} path
 */
function inPath(name, path) {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
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
  if (!inPath('apt-get', process.env.PATH ?? '')) return 'no-apt';
  if (process.getuid?.() === 0) return 'root';
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? 'sudo' : 'ask';
}

/** @param {readonly Piece[]} pieces */
function packagesOf(pieces) {
  return [...new Set(pieces.flatMap((piece) => piece.packages))];
}

/** @param {readonly string[]} packages */
function commandForPerson(packages) {
  return `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`;
}

/** @param {readonly Piece[]} pieces */
function listed(pieces) {
  return pieces.map((piece) => piece.name).join(', ');
}

/** @param {string} purpose */
function npmName(purpose) {
  return purpose === 'start' || purpose === 'test' ? purpose : `run ${purpose}`;
}
