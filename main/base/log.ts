import type { ErrorCode } from './error-codes.ts';
import type { TillError } from './till-error.ts';

/** Messages are constants, so that no text of a person, the service or a library enters the log as a message. */
export const LOG_MESSAGES = [
  'Abandoned restore not removed from the keychain',
  'Audit entry recorded',
  'Backup failed',
  'Backup made',
  'Backup restored',
  'Callback accepted',
  'Callback matches no payment of this till',
  'Callback refused',
  'Callback repeated',
  'Callbacks refused',
  'Check completed',
  'Child process gone',
  'Customer display closed',
  'Customer display not on its screen',
  'Customer display open',
  'Daily backup failed: retry scheduled',
  'Export without a worker thread',
  'Fetching the keys of the payment service failed',
  'File accessible to other accounts',
  'Files of an earlier version made private',
  'Issuer of the payment service differs in case',
  'Journal damaged: reopening with a full check',
  'Journal of another account unreadable',
  'Key of the payment service skipped',
  'Keychain entry not written or not removed',
  'List of exports without an audit entry unreadable',
  'List of pending audit entries not readable or not writable',
  'Log file not opened',
  'Log level back to normal',
  'Log level raised for a limited time',
  'Message to the register refused',
  'Payment service connected through a proxy',
  'Payment service connected without a proxy',
  'Payouts fetched without a worker thread',
  'Payouts fetched',
  'Print failed or not confirmed',
  'Provisioning file changes the set-up of this terminal: approval required',
  'Provisioning file declined: nothing changed',
  'Provisioning file invalid: nothing applied',
  'Provisioning file matches this terminal: nothing to change',
  'Provisioning file shredded',
  'Register request refused',
  'Register requests refused',
  'Request in the register folder refused',
  'Request to the callback listener is no callback',
  'Response field or value not in the specification',
  'Response field required by the specification missing',
  'Response received',
  'Response signed for another path',
  'Retry scheduled',
  'Rollback after a failed start failed',
  'Settings missing, journals of payments present',
  'Settings saved, sync to disk failed: a power cut may bring back the previous settings',
  'Shutdown confirmed with a sale or refund in progress',
  'Shutdown declined: sale or refund in progress',
  'Staged restore not removed',
  'Start at log-in not set up',
  'Stored keys of the payment service unreadable: fetching them again',
  'Storing the keys of the payment service failed',
  'Storing the running version for a rollback failed',
  'Storing the state of the ZVT register failed',
  'Switch to the restored data not synced to disk',
  'System certificates unreadable: using the bundled certificates',
  'System proxy settings unreadable: connecting directly',
  'Temporary files of a backup not removed',
  'Terminal provisioned',
  'Till open',
  'Till window does not show the shutdown question: shutting down',
  'Tillmate shuts down',
  'Tillmate starts',
  'Time request failed',
  'Unsafe environment variable removed',
  'Unused picture not removed',
  'Update ready',
  'Verified callback unreadable',
  'Version failed to start: previous version installed',
  'Warning of the embedded service',
  'Warning of the updater',
  'Window call refused or failed',
  'Window call',
  'Window gone',
  'journal.refill-failed',
  'journal.refilled',
  'refund.elsewhere-unknown',
  'refund.follower-failed',
  'sale.ended-elsewhere',
  'sale.follower-failed',
  'sale.unknown-status',
] as const;

/** An error as a message is logged with the explanation of its code. */
export type LogMessage = (typeof LOG_MESSAGES)[number] | ErrorCode | TillError;

/**
 * The fields that may be logged; any other field is never written. `id`: an id of the service or the till. `word`: a
 * constant of the till. `mark`: a code of the service, in capitals. `address`: only scheme and host are written.
 * `path`: a path of the service's API, ids as placeholders. `text`: possibly foreign text, written only as length and
 * salted hash. `thrown`: an error, with its text as for `text`, its codes, and its stack positions in the till's own
 * files.
 */
export const LOG_FIELDS = {
  about: 'id',
  act: 'word',
  acted: 'word',
  anchored: 'number',
  attempt: 'number',
  cached: 'flag',
  call: 'word',
  check: 'word',
  code: 'word',
  count: 'number',
  found: 'number',
  host: 'address',
  kept: 'number',
  ended: 'word',
  exit: 'number',
  expected: 'path',
  file: 'id',
  got: 'path',
  kid: 'id',
  member: 'word',
  mode: 'word',
  ms: 'number',
  name: 'text',
  operation: 'word',
  paymentId: 'id',
  posId: 'id',
  process: 'word',
  raw: 'text',
  reason: 'word',
  reference: 'id',
  refundId: 'id',
  refundKey: 'id',
  role: 'word',
  saleId: 'id',
  serviceCode: 'mark',
  skewMs: 'number',
  spanId: 'id',
  stage: 'word',
  status: 'mark',
  thrown: 'thrown',
  traceId: 'id',
  url: 'address',
  variable: 'mark',
  version: 'id',
  waitMs: 'number',
  window: 'word',
} as const;

export type LogFieldKind = (typeof LOG_FIELDS)[keyof typeof LOG_FIELDS];

interface Held {
  readonly id: string;
  readonly word: string;
  readonly mark: string | number;
  readonly address: string;
  readonly path: string;
  readonly text: string;
  readonly number: number;
  readonly flag: boolean;
  readonly thrown: unknown;
}

export type LogFields = { readonly [Name in keyof typeof LOG_FIELDS]?: Held[(typeof LOG_FIELDS)[Name]] | undefined };

export interface Log {
  /** Written only while the log level is raised; absent when nothing reads the debug output. */
  debug?(message: LogMessage, fields?: LogFields): void;
  info(message: LogMessage, fields?: LogFields): void;
  warn(message: LogMessage, fields?: LogFields): void;
  error(message: LogMessage, fields?: LogFields): void;
}

export type ServiceLog = Pick<Log, 'debug' | 'info' | 'warn'>;

/** The message is for people; the log has the explanation of the code. */
export function fieldsOf(error: TillError): LogFields {
  const { code, acted, status, serviceCode, traceId, spanId, cause: thrown } = error;
  return { code, acted, status, serviceCode, traceId, spanId, thrown };
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
