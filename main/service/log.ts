/** What the client and the callback listener write; pino fits. Never a key, a signature or a whole IBAN. */
export interface ServiceLog {
  info(facts: Readonly<Record<string, unknown>>, message: string): void;
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
}
