import type { LogRow } from '../../preload/logs.ts';

const START = Date.parse('2026-11-22T13:02:31');

const kinds: readonly Omit<LogRow, 'id' | 'at'>[] = [
  { level: 'info', message: 'Tillmate starts', fields: { version: '1.0.0' } },
  {
    level: 'warn',
    message: 'The service refused. Ask for another way to pay. (status 422, PAYMENT_NOT_FOUND)',
    fields: {
      operation: 'readPayment',
      code: 'payment.not-found',
      status: 422,
      serviceCode: 'PAYMENT_NOT_FOUND',
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      paymentId: 'fccd268a29a0d347301ef56e',
    },
  },
  { level: 'debug', message: 'The service answered', fields: { operation: 'readPayment', status: 200, ms: 41 } },
  { level: 'error', message: 'The journal cannot be written', fields: { code: 'journal.full' } },
  { level: 'broken', message: '{"level":30,"time":"2026-11-22T12:58:1', fields: {} },
];

/** Lines of a log, newest first. */
export function logLines(count: number): readonly LogRow[] {
  return Array.from({ length: count }, (_, index) => ({
    level: 'info',
    message: '',
    fields: {},
    ...kinds[index % kinds.length],
    id: `f00d ${count - index}`,
    at: START - index * 4_000,
  }));
}

/** Main's answers about the log. */
export const logAnswers = {
  'logs.find': { ok: true, value: { rows: logLines(60), next: null } },
  'logs.level': { ok: true, value: { until: null } },
  'logs.raise': { ok: true, value: { until: Date.parse('2026-11-22T14:02:31') } },
} as const;
