/** Secrets by account name, in the system's keychain (`open-keychain.ts`). */
export interface Keychain {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}
