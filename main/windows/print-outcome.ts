/** `reason` is the system's own word, for the log. */
export type PrintOutcome =
  | { readonly kind: 'printed' | 'cancelled' }
  | {
      readonly kind: 'no-printer' | 'printer-gone' | 'failed' | 'no-answer' | 'busy';
      readonly reason: string;
    };

const CANCELLED = /cancell?ed/i;
const NO_PRINTER = /no (valid )?printers|enumerate printers/i;
const PRINTER_GONE = /invalid devicename/i;

/** Reads Electron's print callback. Its reasons are English texts, and differ between versions. */
export function printOutcome(success: boolean, reason: string): PrintOutcome {
  if (success) return { kind: 'printed' };
  if (CANCELLED.test(reason)) return { kind: 'cancelled' };
  if (PRINTER_GONE.test(reason)) return { kind: 'printer-gone', reason };
  return { kind: NO_PRINTER.test(reason) ? 'no-printer' : 'failed', reason };
}
