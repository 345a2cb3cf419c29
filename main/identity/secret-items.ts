/** Secrets by the name of their account. */
export interface Keychain {
  /** `keychain`: the system's own. `memory`: gone when the app ends, for training. */
  readonly kind: 'keychain' | 'memory';
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}
