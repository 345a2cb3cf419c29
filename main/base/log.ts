/** The fields that a line of the log may have. A field that is not named here is never written. */
export const LOG_FIELDS = [
  'about',
  'act',
  'acted',
  'attempt',
  'cached',
  'call',
  'code',
  'count',
  'host',
  'issues',
  'kid',
  'mode',
  'ms',
  'operation',
  'path',
  'paymentId',
  'posId',
  'raw',
  'reason',
  'reference',
  'refundId',
  'refundKey',
  'role',
  'saleId',
  'serviceCode',
  'skewMs',
  'spanId',
  'stage',
  'status',
  'traceId',
  'url',
  'version',
  'waitMs',
  'window',
] as const;

export type LogFields = { readonly [Name in (typeof LOG_FIELDS)[number]]?: unknown };

export interface Log {
  /** Written only while the log's level is raised. */
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  close(): void;
}

/** What the sale and the refund write to. */
export type SaleLog = Pick<Log, 'info' | 'warn' | 'error'>;
