import { existsSync, readFileSync } from 'node:fs';

/** @typedef {'debian' | 'ubuntu' | 'fedora' | 'rhel' | 'arch' | 'suse'} Family */

/** @typedef {{ readonly id: string, readonly like: readonly string[], readonly name: string }} OsRelease */

/**
 * @typedef {object} Manager
 * @property {string} program
 * @property {readonly string[]} [patience] arguments before all others, for unattended use
 * @property {boolean} [hasLists] `update` brings the lists of packages up to date
 * @property {readonly string[]} install arguments before the packages, without a question
 * @property {Record<string, string>} [env]
 * @property {RegExp} unreachable message when no archive answers
 */

/** @type {Manager} */
const apt = {
  program: 'apt-get',
  patience: ['-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=120'],
  hasLists: true,
  install: ['install', '-y', '--no-install-recommends'],
  env: { DEBIAN_FRONTEND: 'noninteractive' },
  unreachable: /Temporary failure resolving|Could not resolve|Could not connect|Connection (failed|timed out)/,
};

/** @type {Manager} */
const dnf = {
  program: 'dnf',
  install: ['install', '-y', '--setopt=install_weak_deps=False'],
  unreachable: /Could not resolve host|Curl error \(\d+\)|Failed to download metadata|Cannot download repomd/,
};

/** Package lists are not refreshed: new lists on an old system cause a partial upgrade. @type {Manager} */
const pacman = {
  program: 'pacman',
  install: ['-S', '--needed', '--noconfirm'],
  unreachable: /Could not resolve host|failed retrieving file|failed to synchronize/,
};

/** @type {Manager} */
const zypper = {
  program: 'zypper',
  install: ['--non-interactive', 'install', '--no-recommends'],
  unreachable: /Could not resolve host|Download \(curl\) error|Timeout exceeded|Failed to retrieve/,
};

/** @type {Readonly<Record<Family, { readonly manager: Manager, readonly hint?: string }>>} */
export const families = {
  debian: { manager: apt },
  ubuntu: {
    manager: apt,
    hint: "Ubuntu's chromium-browser is a snap. Where no snap can run, install Google Chrome (google.com/chrome).",
  },
  fedora: { manager: dnf },
  rhel: { manager: dnf, hint: 'Chromium is in EPEL there. Once, before: sudo dnf install -y epel-release' },
  arch: {
    manager: pacman,
    hint: 'If pacman does not find a package, its lists are outdated. Before: sudo pacman -Syu',
  },
  suse: { manager: zypper },
};

/** @param {string} text of /etc/os-release @returns {OsRelease} */
export function parseOsRelease(text) {
  const value = (/** @type {string} */ name) =>
    new RegExp(`^${name}=(["']?)(.*)\\1$`, 'm').exec(text)?.[2]?.trim() ?? '';
  const id = value('ID').toLowerCase();
  return {
    id,
    like: value('ID_LIKE').toLowerCase().split(/\s+/).filter(Boolean),
    name: value('PRETTY_NAME') || id || 'This Linux',
  };
}

/**
 * Returns the family of a distribution by its id or ID_LIKE; undefined for any other.
 * @param {OsRelease} release
 * @returns {Family | undefined}
 */
export function familyOf({ id, like }) {
  const is = (/** @type {string[]} */ ...names) => names.some((name) => id === name || like.includes(name));
  // Linux Mint has its own Chromium package, under Debian's name.
  if (is('ubuntu') && id !== 'linuxmint') return 'ubuntu';
  if (is('debian', 'ubuntu')) return 'debian';
  if (is('rhel', 'centos') && id !== 'fedora') return 'rhel';
  if (is('fedora')) return 'fedora';
  if (is('arch')) return 'arch';
  return is('suse', 'opensuse', 'opensuse-leap', 'opensuse-tumbleweed', 'sles') ? 'suse' : undefined;
}

export function osRelease() {
  const file = ['/etc/os-release', '/usr/lib/os-release'].find((path) => existsSync(path));
  return parseOsRelease(file === undefined ? '' : readFileSync(file, 'utf8'));
}
