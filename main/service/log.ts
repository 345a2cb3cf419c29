/**
 * The log of the client and of the callback listener; pino has this shape. Never a key, a signature or a whole IBAN.
 */
export interface ServiceLog {
  /** Written only while the log's level is raised; absent where nobody reads it. */
  debug?(facts: Readonly<Record<string, unknown>>, message: string): void;
  info(facts: Readonly<Record<string, unknown>>, message: string): void;
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
}
