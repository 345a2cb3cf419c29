import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

// In a session of its own: to lock the keyring of this one would lock it for every test. Other systems have no such lock.
test.skipIf(process.platform !== 'linux')(
  'a real keyring that is locked says so, and does not pass for one that has lost the keys',
  async () => {
    const command = [join(root, 'tools/with-keyring.mjs'), process.execPath, 'test/terminal/ask-locked-keyring.ts'];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
    const last = stdout.trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toEqual({ opened: 'keychain.locked', read: 'keychain.locked' });
  },
);
