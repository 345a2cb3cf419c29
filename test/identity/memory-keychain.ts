import type { Keychain } from '../../main/identity/keychain.ts';

export function memoryKeychain(): Keychain {
  const secrets = new Map<string, string>();
  return {
    get: async (account) => secrets.get(account),
    set: async (account, secret) => void secrets.set(account, secret),
    delete: async (account) => void secrets.delete(account),
  };
}
