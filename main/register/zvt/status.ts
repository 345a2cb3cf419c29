import { createHash } from 'node:crypto';
import type { RegisterPayment } from '../register-payment.ts';
import { field, toBcd } from './fields.ts';
import { encodeText } from './receipts.ts';
import type { Run } from './run.ts';

type Sent = readonly (readonly [number, Uint8Array])[];

const TEXT_LENGTH = 99;
const TERMINAL_IDS = 100_000_000;

export interface Told {
  readonly outcome: number;
  readonly amountCents: number;
  readonly at: number;
  /** The terminal's number of the transaction, and of the payment that it takes back. */
  readonly trace: number | undefined;
  readonly originalTrace?: number | undefined;
  readonly receiptNumber: number | undefined;
}

/** The status information of a payment or refund, in the order of the standard: old registers rely on it (3.1.1). */
export function statusOf(run: Run, terminalId: Uint8Array, payment: RegisterPayment, told: Told): Sent {
  const { training, paymentId, reference } = payment;
  const text = [training ? 'TRAINING' : [], paymentId ?? [], reference].flat().join(' ');
  return [
    [field.result, Uint8Array.of(told.outcome)],
    [field.amount, toBcd(told.amountCents, 6)],
    ...number(field.trace, told.trace, 3),
    ...number(field.originalTrace, told.originalTrace, 3),
    ...momentOf(told.at),
    [field.terminalId, terminalId],
    ...run.euro,
    ...number(field.receipt, told.receiptNumber, 2),
    [field.text, encodeText(text.slice(0, TEXT_LENGTH))],
  ];
}

/** By this machine's own calendar. */
export function momentOf(ms: number): Sent {
  const at = new Date(ms);
  const digits = (...values: number[]) =>
    Buffer.from(values.map((value) => String(value).padStart(2, '0')).join(''), 'hex');
  return [
    [field.time, digits(at.getHours(), at.getMinutes(), at.getSeconds())],
    [field.date, digits(at.getMonth() + 1, at.getDate())],
  ];
}

/** Eight digits made of the terminal's own id: ZVT has no room for more (BMP 29). */
export function zvtTerminalId(terminalId: string): Uint8Array {
  return toBcd(createHash('sha256').update(terminalId).digest().readUInt32BE(0) % TERMINAL_IDS, 4);
}

function number(which: number, value: number | undefined, bytes: number): Sent {
  return value === undefined ? [] : [[which, toBcd(value, bytes)]];
}
