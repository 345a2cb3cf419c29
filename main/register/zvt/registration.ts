import { field, fromBcd, readFields } from './fields.ts';
import { commands, messages } from './frames.ts';
import { readTlv } from './tlv.ts';

export const PASSWORD_BYTES = 3;
export const EUR = 978;

/** What a register asked for when it registered (PA00P015, section 2.1). Holds until it logs off. */
export interface Registration {
  /** Intermediate status information, `04 FF`. */
  readonly progress: boolean;
  readonly print: 'none' | 'lines' | 'text';
  /** Characters in a line of the register's printer. */
  readonly width?: number;
  /** Bytes of the longest APDU that the register takes. */
  readonly longest?: number;
}

/** Before a registration and after log-off. */
export const unregistered: Registration = { progress: false, print: 'none' };

const PROGRESS = 0x08;
/** The register prints the payment receipts, and takes their lines from the terminal. */
const PRINTS = 0x82;
const tags = { width: 0x12, longest: 0x1a, permitted: 0x26, command: 0x0a } as const;

/** The currency of a registration, where it names one, and what else it asks for. */
export function readRegistration(data: Uint8Array): {
  readonly currency: Uint8Array | undefined;
  readonly registration: Registration;
} {
  const config = data[PASSWORD_BYTES] ?? 0;
  const currency = data.subarray(PASSWORD_BYTES + 1, PASSWORD_BYTES + 3);
  const container = readTlv(readFields(data.subarray(PASSWORD_BYTES + 3))?.get(field.container) ?? new Uint8Array());
  const value = (tag: number) => container.find((object) => object.tag === tag)?.value ?? new Uint8Array();
  const permitted = readTlv(value(tags.permitted))
    .filter(({ tag }) => tag === tags.command)
    .map(({ value: [high = 0, low = 0] }) => (high << 8) + low);
  const isPrinting = (config & PRINTS) === PRINTS;
  const print = permitted.includes(messages.printText) ? 'text' : 'lines';
  const width = fromBcd(value(tags.width));
  const longest = value(tags.longest).reduce((sum, byte) => sum * 256 + byte, 0);
  return {
    currency: currency.length === 2 ? currency : undefined,
    registration: {
      progress: (config & PROGRESS) !== 0,
      print: isPrinting ? print : 'none',
      ...(width ? { width } : {}),
      ...(longest > 0 ? { longest } : {}),
    },
  };
}

export function isEuro(currency: Uint8Array | undefined): boolean {
  return currency === undefined || fromBcd(currency) === EUR;
}

/** Commands with a password in front of their fields. */
const WITH_PASSWORD: ReadonlySet<number> = new Set([commands.repeatReceipt, commands.reversal, commands.refund]);

/** Undefined where they cannot be read. */
export function fieldsOf(command: number, data: Uint8Array): ReturnType<typeof readFields> {
  return readFields(WITH_PASSWORD.has(command) ? data.subarray(PASSWORD_BYTES) : data);
}
