import type { ErrorCode } from './error-codes.ts';
import type { TillError } from './till-error.ts';

/** Messages are constants, so that no text of a person, the service or a library enters the log as a message. */
export const LOG_MESSAGES = [
  'A backup was made',
  'A backup was restored',
  'A callback came once more',
  'A callback that fits no payment of this till',
  'A callback was accepted',
  'A callback was refused',
  'A genuine callback cannot be read',
  'A key of the payment service was left out',
  'A keychain entry could not be written or removed',
  'A picture that nothing shows any more is left',
  'A process of the system is gone',
  'A register was refused',
  'A provisioning file asks to set this terminal up anew',
  'A response was signed for another path',
  'A request to the callback listener that is not a callback',
  'A restore that was not decided is left in the keychain',
  'A window called',
  'A window is gone',
  'A wish of the register folder was refused',
  'An act was noted',
  'An update is ready',
  'Callbacks were refused',
  'Checked',
  'Ended while something was under way',
  'Files of an earlier version were closed to other accounts',
  'It is exported without a thread',
  'No backup was made',
  'Not in the specification',
  'Other accounts can use this file',
  'Refused or failed at the border',
  'Registers were refused',
  'Required by the specification, and not there',
  'Stayed: something is under way',
  'The customer display is closed',
  'The customer display is not on its screen',
  'The system does not start the app with the computer',
  'The customer display is open',
  'The daily backup is tried again',
  'The embedded service complains',
  'The journal of another account cannot be read',
  'The journal is damaged: it is opened anew',
  'The keys of the payment service could not be fetched',
  'The kept keys of the payment service cannot be read; they are fetched again',
  'The keys of the payment service could not be kept',
  'The list of owed acts cannot be read or written',
  'The log cannot be opened',
  'The log is back at its usual level',
  'The log tells more for a while',
  'The noted exports cannot be read',
  'The payment service is reached through a proxy',
  'The payment service signs under its name in other letters',
  'The payment service is reached without a proxy',
  'The payouts are fetched without a thread',
  'The payouts were fetched',
  'The provisioning file has faults; nothing of it was kept',
  'The provisioning file says what this terminal has already',
  'The provisioning file was refused; nothing was changed',
  'The provisioning file was shredded',
  'The register refused a message of the terminal',
  'The running version could not be kept',
  'The service answered',
  'The service signs under its name in another case',
  'The settings are saved; the disk did not confirm it, and a power cut may bring the old ones back',
  'The sheet was not printed',
  'The switch to a restore is not synced',
  "The system's certificates cannot be read; those of the app are used",
  "The system's proxy settings cannot be read; the connection is direct",
  'The terminal was provisioned',
  'The till is open',
  'The till window does not ask whether to end the app: it ends',
  'The time could not be asked',
  'The updater complains',
  'There are no settings, and there are records of payments from before',
  'This version did not come up, and there is no way back',
  'This version did not come up: the one before is installed',
  'Tillmate ends',
  'Tillmate starts',
  'Trying again',
  'A variable that could weaken the till was taken out of its environment',
  'What a backup left behind could not be removed',
  'What lay ready for a restore could not be removed',
  'The state of the ZVT register was not kept',
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
