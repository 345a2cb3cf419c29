import fs from 'node:fs';
import type { Keychain } from '../../main/identity/keychain.ts';

/** A keychain in a file, for a process that is killed: each change is there whole or not at all. */
export function fileKeychain(file: string): Keychain {
  const read = (): Record<string, string> => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {});
  const write = (secrets: Record<string, string>) => {
    fs.writeFileSync(`${file}.new`, JSON.stringify(secrets));
    fs.renameSync(`${file}.new`, file);
  };
  return {
    get: async (account) => read()[account],
    set: async (account, secret) => write({ ...read(), [account]: secret }),
    async delete(account) {
      const { [account]: _gone, ...others } = read();
      write(others);
    },
  };
}
