import { expect, test } from 'vitest';
import { keychainCommand } from '../../main/identity/keychain-error.ts';

test.each([
  ['Debian', 'PRETTY_NAME="Debian GNU/Linux 13"\nID=debian\n', 'sudo apt install libsecret-1-0 gnome-keyring'],
  ['Ubuntu', 'ID=ubuntu\nID_LIKE=debian\n', 'sudo apt install libsecret-1-0 gnome-keyring'],
  ['Mint', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'sudo apt install libsecret-1-0 gnome-keyring'],
  ['Fedora', 'NAME="Fedora Linux"\r\nID=fedora\r\n', 'sudo dnf install libsecret gnome-keyring'],
  ['Rocky', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'sudo dnf install libsecret gnome-keyring'],
  ['Arch', "ID='arch'\n", 'sudo pacman -S libsecret gnome-keyring'],
  ['Manjaro', 'ID=manjaro\nID_LIKE=arch\n', 'sudo pacman -S libsecret gnome-keyring'],
  [
    'Tumbleweed',
    'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n',
    'sudo zypper install libsecret-1-0 gnome-keyring',
  ],
  ['SLES', 'ID="sles"\n', 'sudo zypper install libsecret-1-0 gnome-keyring'],
])('%s is told its own command', (_name, osRelease, command) => {
  expect(keychainCommand(osRelease)).toBe(command);
});

test.each(['', 'ID=nixos\n', 'VARIANT_ID=debian\n', 'garbage'])(
  'on an unknown system the packages are named (%j)',
  (text) => {
    expect(keychainCommand(text)).toBe('libsecret, gnome-keyring');
  },
);
