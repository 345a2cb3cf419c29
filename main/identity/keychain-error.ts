import { existsSync, readFileSync, statSync } from 'node:fs';
import { TillError } from '../base/till-error.ts';

export interface KeychainMachine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  isSocket(path: string): boolean;
  osRelease(): string;
}

export const thisMachine: KeychainMachine = {
  platform: process.platform,
  env: process.env,
  isSocket: (path) => statSync(path, { throwIfNoEntry: false })?.isSocket() ?? false,
  osRelease: () => (existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''),
};

const WHAT_TO_DO: Readonly<Record<string, string>> = {
  linux: 'Install and unlock a keyring (gnome-keyring or KWallet, with libsecret) and log in to a desktop session.',
  darwin: 'Unlock the login keychain in Keychain Access and allow Tillmate to use it.',
  win32: 'Log in with a Windows account that may use the Credential Manager.',
};

/** The keychain accepted a secret and did not return it. */
export class NotKept extends Error {
  constructor() {
    super('the keychain returned a different value than the stored one');
  }
}

/** For a keychain library that does not load: `TillError` `keychain.library` or `keychain.missing`. */
export function unloadable(cause: unknown, machine: KeychainMachine): TillError {
  const why = reason(cause);
  // The loader's message is translated; the library's name is not.
  if (machine.platform !== 'linux' || !why.includes('libsecret')) return missing(why, cause, machine);
  const command = keychainCommand(machine.osRelease());
  return new TillError('keychain.library', `Keychain requires libsecret: ${why}. To install: ${command}`, {
    values: { platform: machine.platform, why: why.slice(0, 200), command },
    cause,
  });
}

/** Returns the error for a failed keychain call: `TillError` `keychain.locked` or `keychain.missing`. */
export function refused(cause: unknown, machine: KeychainMachine): TillError {
  if (cause instanceof TillError) return cause;
  const why = reason(cause);
  const { platform } = machine;
  if (cause instanceof NotKept) return missing(why, cause, machine);
  // macOS always has a keychain. Its messages are localised, so the text is not examined.
  if (platform === 'darwin') return locked(why, platform, cause);
  if (platform === 'linux' && hasSecretService(why, machine)) return locked(why, platform, cause);
  return missing(why, cause, machine);
}

/** `keychain.locked` without an answer: the keychain's dialog is open, or no person is there to unlock it. */
export function unanswered(platform: NodeJS.Platform = process.platform): TillError {
  return locked('no response yet', platform, undefined);
}

/** Refusals are localised and differ between keyrings; messages for a missing service come from the bus, in English. */
function hasSecretService(why: string, { env, isSocket }: KeychainMachine): boolean {
  if (/was not provided by any \.service|not activatable|ServiceUnknown/.test(why)) return false;
  const address = env['DBUS_SESSION_BUS_ADDRESS'];
  if (address === undefined) return isSocket(`${env['XDG_RUNTIME_DIR']}/bus`);
  const [, path] = /^unix:path=([^,;]+)/.exec(address) ?? [];
  return path === undefined || isSocket(path);
}

function locked(why: string, platform: NodeJS.Platform, cause: unknown): TillError {
  return new TillError('keychain.locked', `System keychain locked or waiting for the user: ${why}`, {
    retryable: true,
    values: { platform, why: why.slice(0, 200) },
    cause,
  });
}

function missing(why: string, cause: unknown, { platform }: KeychainMachine): TillError {
  const advice = WHAT_TO_DO[platform] ?? 'Install a keychain that this system supports.';
  return new TillError('keychain.missing', `System keychain not usable: ${why}. ${advice}`, {
    retryable: true,
    values: { platform, why: why.slice(0, 200) },
    cause,
  });
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

const FAMILIES: readonly { readonly ids: readonly string[]; readonly install: string; readonly libsecret: string }[] = [
  { ids: ['debian', 'ubuntu'], install: 'sudo apt install', libsecret: 'libsecret-1-0' },
  { ids: ['fedora', 'rhel', 'centos'], install: 'sudo dnf install', libsecret: 'libsecret' },
  { ids: ['arch'], install: 'sudo pacman -S', libsecret: 'libsecret' },
  { ids: ['suse', 'opensuse', 'sles'], install: 'sudo zypper install', libsecret: 'libsecret-1-0' },
];

/** Install command for a keyring; package names for an unknown distribution. `osRelease`: text of /etc/os-release. */
function keychainCommand(osRelease: string): string {
  const ids = [...fieldOf('ID', osRelease).split(' '), ...fieldOf('ID_LIKE', osRelease).split(' ')];
  const family = ids
    .map((id) => FAMILIES.find((known) => known.ids.some((name) => id === name || id.startsWith(`${name}-`))))
    .find((known) => known !== undefined);
  return family === undefined ? 'libsecret, gnome-keyring' : `${family.install} ${family.libsecret} gnome-keyring`;
}

/** os-release(5): `NAME=value`, quoted when the value has characters other than letters and digits. */
function fieldOf(name: string, osRelease: string): string {
  const line = osRelease.split(/\r?\n/).find((candidate) => candidate.startsWith(`${name}=`));
  return (line?.slice(name.length + 1) ?? '').replaceAll(/["']/g, '').trim().toLowerCase();
}
