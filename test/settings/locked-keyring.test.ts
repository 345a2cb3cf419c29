import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { onlyOnLinux } from '../base/only-where.ts';

const root = join(import.meta.dirname, '../..');

const options = {
  ...onlyOnLinux('the keychains of other systems are not locked apart from the session'),
  // Each access to the locked keyring starts a prompt without a screen, which takes seconds on a busy machine.
  timeout: 120_000,
};

// Runs in its own session: locking this session's keyring would lock the keyring for every test.
test('locking a real keyring loses no key and is reported', options, async () => {
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
});
