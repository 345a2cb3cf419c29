import type { LogRow } from '../../preload/contract/logs.ts';
import { noChecks } from './sample-snapshots.ts';

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
  { level: 'debug', message: 'Response received', fields: { operation: 'readPayment', status: 200, ms: 41 } },
  { level: 'error', message: 'The journal cannot be written', fields: { code: 'journal.full' } },
  { level: 'broken', message: '{"level":30,"time":"2026-11-22T12:58:1', fields: {} },
];

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

export const packAnswers = {
  'pack.prepare': {
    id: 'pack',
    parts: [
      { name: 'contents.txt', bytes: 1_204 },
      { name: 'settings.json', bytes: 2_480 },
      { name: 'versions.json', bytes: 640 },
      { name: 'checks.json', bytes: 0, lacks: { why: 'nothing' } },
      { name: 'journal.jsonl', bytes: 4_204_112, lacks: { why: 'older' } },
      { name: 'logs/tillmate.log', bytes: 3_120_400 },
      { name: 'logs/tillmate.1.log', bytes: 5_242_880 },
    ],
  },
  'pack.look': { text: '{"seq":1,"type":"sale.intent","amount":1250}\n'.repeat(80), next: 65_536 },
  'pack.save': { file: 'support-TILL42-2026-11-22-1402.zip' },
  'pack.key': { key: null },
  'pack.drop': {},
} as const;

const diagnosis = `Tillmate: diagnosis of one payment (made 2026-11-22T13:05:00.000Z)

Reference:    TILL42-261122-0042
Payment id:   fccd268a29a0d347301ef56e
Amount:       EUR 12.50
Now:          paid, status SUCCEEDED

1. 2026-11-22T13:02:31.120Z [till] Charged EUR 12.50 by a cashier
   request: POST /v3/payments/pos, body {"amount":1250,"currency":"EUR","reference":"TILL42-261122-0042"}
   why:     Written to the journal before a byte left. A creation has no idempotency key, so it is sent once and never again.
2. 2026-11-22T13:02:31.240Z [log] info: Response received
   operation createStaticQr, reference TILL42-261122-0042, status 201, ms 118
`;

export const diagnosisAnswers = {
  'diagnosis.read': { saleId: 's1', reference: 'TILL42-261122-0042', text: diagnosis },
  'diagnosis.copy': {},
} as const;

export const logAnswers = {
  ...noChecks,
  'logs.find': { rows: logLines(60), next: null },
  'logs.level': { until: null },
  'logs.raise': { until: Date.parse('2026-11-22T14:02:31') },
} as const;
