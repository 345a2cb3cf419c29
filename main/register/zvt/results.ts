import { createHash } from 'node:crypto';
import type { RegisterPayment } from '../register-payment.ts';
import { field, toBcd, type writeFields } from './fields.ts';
import { encodeText } from './registration.ts';

/** Result codes of ZVT (PA00P015, section 10). */
export const result = {
  done: 0x00,
  failed: 0x66,
  notRegistered: 0x6b,
  aborted: 0x6c,
  otherCurrency: 0x6f,
  unknownCommand: 0x83,
  unreadable: 0x9a,
  busy: 0x9c,
  partialGoods: 0x9d,
  notReady: 0xa0,
  noReversal: 0xb5,
  aboveMaximum: 0xc3,
  other: 0xff,
} as const;

export function resultOf({ state }: RegisterPayment): number {
  if (state === 'paid') return result.done;
  return state === 'cancelled' || state === 'expired' ? result.aborted : result.failed;
}

export function codeOf(code: string): number {
  if (code === 'register.busy') return result.busy;
  if (code === 'register.above-maximum') return result.aboveMaximum;
  if (code === 'register.refilling' || code === 'register.found-again') return result.notReady;
  if (/^(settings|keychain|journal|update)\./.test(code)) return result.notReady;
  return code.startsWith('refund.') || code.startsWith('register.') ? result.noReversal : result.other;
}

type Sent = Parameters<typeof writeFields>[0];

const TEXT_LENGTH = 99;
const TERMINAL_IDS = 100_000_000;

interface Reported {
  readonly outcome: number;
  readonly at: number;
  readonly terminalId: Uint8Array;
  readonly euro: Sent;
  /** Present for a refund; `trace` is the refund's number. */
  readonly refund?: { readonly amountCents: number; readonly trace: number | undefined };
}

/** Old registers rely on the standard's order of fields (PA00P015, section 3.1.1). */
export function statusOf(payment: RegisterPayment, { outcome, at, terminalId, euro, refund }: Reported): Sent {
  const { training, paymentId, reference, amountCents, receiptNumber } = payment;
  const text = [training ? 'TRAINING' : [], paymentId ?? [], reference].flat().join(' ');
  return [
    [field.result, Uint8Array.of(outcome)],
    [field.amount, toBcd(refund?.amountCents ?? amountCents, 6)],
    ...number(field.trace, refund === undefined ? receiptNumber : refund.trace, 3),
    ...number(field.originalTrace, refund && receiptNumber, 3),
    ...momentOf(at),
    [field.terminalId, terminalId],
    ...euro,
    ...number(field.receipt, receiptNumber, 2),
    [field.text, encodeText(text.slice(0, TEXT_LENGTH))],
  ];
}

export function momentOf(ms: number): Sent {
  const at = new Date(ms);
  const digits = (...values: number[]) =>
    Buffer.from(values.map((value) => String(value).padStart(2, '0')).join(''), 'hex');
  return [
    [field.time, digits(at.getHours(), at.getMinutes(), at.getSeconds())],
    [field.date, digits(at.getMonth() + 1, at.getDate())],
  ];
}

/** Derived from the terminal's own id: the ZVT field has room for eight digits only (BMP 29). */
export function zvtTerminalId(terminalId: string): Uint8Array {
  return toBcd(createHash('sha256').update(terminalId).digest().readUInt32BE(0) % TERMINAL_IDS, 4);
}

function number(which: number, value: number | undefined, bytes: number): Sent {
  return value === undefined ? [] : [[which, toBcd(value, bytes)]];
}
