import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { onlyOnLinux } from '../base/only-where.ts';

const root = join(import.meta.dirname, '../..');

/** The last line of a script that runs in a session with a keyring of its own. */
async function saidBy(script: string): Promise<unknown> {
  const command = [join(root, 'tools/with-keyring.mjs'), process.execPath, `test/settings/${script}`];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

// In a session of its own: to lock the keyring of this one would lock it for every test.
test(
  'a real keyring that is locked says so, and does not pass for one that has lost the keys',
  onlyOnLinux('the keychains of other systems are not locked apart from the session'),
  async () => {
    expect(await saidBy('ask-locked-keyring.ts')).toEqual({ opened: 'keychain.locked', read: 'keychain.locked' });
  },
);

test(
  'a rotation in a real keyring; once that is locked nothing changes, and the terminal says so',
  onlyOnLinux('the keychains of other systems are not locked apart from the session'),
  async () => {
    expect(await saidBy('rotate-locked-keyring.ts')).toEqual({
      unlocked: ['current till-42-2026', 'next new'],
      refused: ['keychain.locked', 'keychain.locked', 'keychain.locked'],
      told: 'keychain.locked',
      on: 'linux',
      untouched: true,
    });
  },
);
