import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { onlyOnLinux } from '../base/only-where.ts';

const root = join(import.meta.dirname, '../..');

const options = {
  ...onlyOnLinux('the keychains of other systems are not locked apart from the session'),
  // Each look into the locked keyring starts a prompt that finds no screen: seconds each, on a busy machine.
  timeout: 120_000,
};

// In a session of its own: to lock the keyring of this one would lock it for every test.
test(
  'a rotation in a real keyring; once that is locked it has lost nothing, nothing changes, and the terminal says so',
  options,
  async () => {
    const script = 'test/settings/rotate-locked-keyring.ts';
    const command = [join(root, 'tools/with-keyring.mjs'), process.execPath, script];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
      unlocked: ['current till-42-2026', 'next new'],
      opened: 'keychain.locked',
      read: 'keychain.locked',
      refused: ['keychain.locked', 'keychain.locked', 'keychain.locked'],
      told: 'keychain.locked',
      on: 'linux',
      untouched: true,
    });
  },
);
