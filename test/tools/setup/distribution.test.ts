import { expect, test } from 'vitest';
import { families, familyOf, parseOsRelease } from '../../../tools/setup/distribution.mjs';

/** Shortened texts of /etc/os-release, with the expected family. */
const releases = [
  ['PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian', 'debian'],
  ['PRETTY_NAME="Ubuntu 24.04.1 LTS"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian', 'ubuntu'],
  ['NAME="Zorin OS"\nID=zorin\nID_LIKE="ubuntu debian"\nVERSION_ID="17"', 'ubuntu'],
  ['NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_ID="22"', 'debian'],
  ['NAME="Raspbian GNU/Linux"\nID=raspbian\nID_LIKE=debian\nVERSION_ID="12"', 'debian'],
  ['NAME="Fedora Linux"\nVERSION_ID=42\nID=fedora\nPRETTY_NAME="Fedora Linux 42 (Workstation Edition)"', 'fedora'],
  ['NAME="Nobara Linux"\nID=nobara\nID_LIKE="fedora"\nVERSION_ID="42"', 'fedora'],
  ['NAME="Red Hat Enterprise Linux"\nID="rhel"\nID_LIKE="fedora"\nVERSION_ID="9.4"', 'rhel'],
  ['NAME="Rocky Linux"\nID="rocky"\nID_LIKE="rhel centos fedora"\nVERSION_ID="9.4"', 'rhel'],
  ['NAME="AlmaLinux"\nID="almalinux"\nID_LIKE="rhel centos fedora"\nVERSION_ID="10.0"', 'rhel'],
  ['NAME="Arch Linux"\nID=arch\nBUILD_ID=rolling', 'arch'],
  ['NAME="Manjaro Linux"\nID=manjaro\nID_LIKE=arch', 'arch'],
  ['NAME="openSUSE Tumbleweed"\nID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\nVERSION_ID="20261101"', 'suse'],
  ['NAME="openSUSE Leap"\nID="opensuse-leap"\nID_LIKE="suse opensuse"\nVERSION_ID="16.0"', 'suse'],
  ['NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.22.0', undefined],
  ['NAME=NixOS\nID=nixos', undefined],
  ['', undefined],
] as const;

test.each(releases)('%j belongs to the family %s', (text, family) => {
  expect(familyOf(parseOsRelease(text))).toBe(family);
});

test('reads values in double, single or no quotes', () => {
  expect(parseOsRelease('ID="a"\nID_LIKE=\'b c\'\nVERSION_ID=1\nPRETTY_NAME="A 1"\n')).toEqual({
    id: 'a',
    like: ['b', 'c'],
    name: 'A 1',
  });
});

test('package managers never ask for input', () => {
  const install = Object.values(families).map(({ manager }) => [manager.program, ...manager.install].join(' '));
  for (const line of install) expect(line).toMatch(/ -y\b| --noconfirm| --non-interactive/);
});
