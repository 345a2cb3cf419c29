import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reachable } from './reachable.mjs';
import { run, SetupStop, step } from './run.mjs';

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lock */

/**
 * Returns the packages of package-lock.json missing in node_modules, or present in another version. Reads npm's own
 * record of the installation, so a manual installation counts and an aborted installation does not. A record copied or
 * linked from another folder may name missing packages.
 * @param {string} root
 */
export function missingDependencies(root) {
  const locked = readLock(join(root, 'package-lock.json'));
  if (locked === undefined)
    throw new SetupStop('package-lock.json is missing or unreadable.', ['Restore it from git.']);
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return ['node_modules'];
  const { packages = {} } = installed;
  const recorded = Object.entries(packages).filter(([path]) => existsSync(join(root, path, 'package.json')));
  return lockDifferences(locked, { packages: Object.fromEntries(recorded) });
}

/** Optional packages may be absent: they are for other platforms. @param {Lock} locked @param {Lock} installed */
export function lockDifferences(locked, installed) {
  const have = installed.packages ?? {};
  return Object.entries(locked.packages ?? {})
    .filter(([path, wanted]) => {
      if (path === '' || wanted.link) return false;
      const found = have[path];
      if (found === undefined) return !wanted.optional;
      return found.version !== wanted.version;
    })
    .map(([path]) => path.replace(/^node_modules\//, ''));
}

/**
 * Runs `npm ci` without the packages' scripts. The two required scripts run later, each with its own message.
 * @param {string} root
 * @param {readonly string[]} missing
 */
export async function installDependencies(root, missing) {
  if (process.platform === 'win32' && process.execPath.startsWith(join(root, 'node_modules'))) {
    // Windows cannot replace a running program, and npm is running the Node in node_modules.
    throw new SetupStop('package-lock.json has changed.', ['Run this, then the same npm command again:', '    npm ci']);
  }
  const why = missing[0] === 'node_modules' ? '' : ` (changed: ${summary(missing)})`;
  await step(`Installing the npm packages of package-lock.json${why}.`, async () => {
    const source = (await reachable(registry())) ? '--prefer-offline' : '--offline';
    const { code, output } = await npm(root, ['ci', '--ignore-scripts', source]);
    if (code !== 0) throw npmStop('Installation of the npm packages failed.', output);
  });
}

/**
 * @param {string} root
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
export function npm(root, args, env = {}) {
  const cli = process.env['npm_execpath'];
  const systemNode = process.env['npm_node_execpath'] ?? process.execPath;
  const command = cli?.endsWith('.js') ? [systemNode, cli] : ['npm'];
  const calm = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier'];
  const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  return run([...command, ...args, ...calm, ...patience], { cwd: root, limitMs: 1_200_000, env });
}

/** @param {string} what @param {string} output */
export function npmStop(what, output) {
  if (!isNetworkFault(output)) return new SetupStop(`${what} Output of npm:`, npmComplaint(output).slice(0, 12));
  return new SetupStop(what, [
    `No connection to the npm registry (${registry()}). Output of npm:`,
    ...npmComplaint(output)
      .slice(0, 3)
      .map((line) => `    ${line}`),
    '',
    'Connect this machine to the network and run the same npm command again; or, where a mirror or a proxy is in use:',
    '    npm config set registry https://your-mirror.example/',
    '    npm config set https-proxy http://your-proxy.example:8080',
    'Or copy the folder node_modules from another machine with the same system.',
  ]);
}

function registry() {
  return process.env['npm_config_registry'] ?? 'https://registry.npmjs.org/';
}

/** Cause first, without the usage text. @param {string} output */
function npmComplaint(output) {
  return output
    .split(/\r?\n/)
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trimEnd())
    .filter((line) => line !== '' && !line.startsWith('npm ') && !line.startsWith('A complete log'));
}

/** Returns whether npm or node-gyp failed by a network fault. @param {string} output */
export function isNetworkFault(output) {
  return /ENOTCACHED|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i.test(
    output,
  );
}

/** @param {string} path @returns {Lock | undefined} */
function readLock(path) {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // An aborted installation leaves a partial file: install everything again.
    return undefined;
  }
}

/** @param {readonly string[]} names */
function summary(names) {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}
