import type { RegisterPayment } from '../register-payment.ts';

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

/** The result of a payment that has ended. */
export function resultOf({ state }: RegisterPayment): number {
  if (state === 'paid') return result.done;
  return state === 'cancelled' || state === 'expired' ? result.aborted : result.failed;
}

/** The result code for a TillError by its code. */
export function codeOf(code: string): number {
  if (code === 'register.busy') return result.busy;
  if (code === 'register.above-maximum') return result.aboveMaximum;
  if (code === 'register.refilling' || code === 'register.found-again') return result.notReady;
  if (/^(settings|keychain|journal|update)\./.test(code)) return result.notReady;
  return code.startsWith('refund.') || code.startsWith('register.') ? result.noReversal : result.other;
}
