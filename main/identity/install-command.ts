/** How each family of Linux distributions installs packages, and what it calls those that the keychain needs. */
const FAMILIES: readonly { readonly ids: readonly string[]; readonly install: string; readonly libsecret: string }[] = [
  { ids: ['debian', 'ubuntu'], install: 'sudo apt install', libsecret: 'libsecret-1-0' },
  { ids: ['fedora', 'rhel', 'centos'], install: 'sudo dnf install', libsecret: 'libsecret' },
  { ids: ['arch'], install: 'sudo pacman -S', libsecret: 'libsecret' },
  { ids: ['suse', 'opensuse', 'sles'], install: 'sudo zypper install', libsecret: 'libsecret-1-0' },
];

/**
 * The command that gives a Linux machine a keychain: libsecret, through which it is asked, and a keyring that answers.
 * `osRelease` is the text of /etc/os-release. For a distribution that is not known, the names of the packages.
 */
export function keychainCommand(osRelease: string): string {
  const ids = [...fieldOf('ID', osRelease).split(' '), ...fieldOf('ID_LIKE', osRelease).split(' ')];
  // The distribution's own name comes before those that it is like.
  const family = ids
    .map((id) => FAMILIES.find((known) => known.ids.some((name) => id === name || id.startsWith(`${name}-`))))
    .find((known) => known !== undefined);
  return family === undefined ? 'libsecret, gnome-keyring' : `${family.install} ${family.libsecret} gnome-keyring`;
}

/** os-release(5): `NAME=value`, quoted where it holds more than letters and digits. */
function fieldOf(name: string, osRelease: string): string {
  const line = osRelease.split(/\r?\n/).find((candidate) => candidate.startsWith(`${name}=`));
  return (line?.slice(name.length + 1) ?? '').replaceAll(/["']/g, '').trim().toLowerCase();
}
