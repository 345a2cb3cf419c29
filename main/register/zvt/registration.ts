import { field, fromBcd, readFields, readTlv, writeTlv } from './fields.ts';
import { commands, type Frame, messages } from './frames.ts';

export const PASSWORD_BYTES = 3;
export const EUR = 978;

/** Options of a registration (PA00P015, section 2.1), valid until log-off. */
export interface Registration {
  /** Intermediate status information, `04 FF`. */
  readonly progress: boolean;
  readonly print: 'none' | 'lines' | 'text';
}

export const unregistered: Registration = { progress: false, print: 'none' };

const PROGRESS = 0x08;
/** The register prints the payment receipts, with lines sent by the terminal. */
const PRINTS = 0x82;
const tags = {
  container: 0x06,
  text: 0x07,
  attribute: 0x09,
  command: 0x0a,
  texts: 0x25,
  permitted: 0x26,
  receiptType: 0x1f07,
} as const;
/** The last line of a receipt (PA00P015, section 3.5, table 16). */
const LAST_LINE = 0x81;
const CUSTOMER_RECEIPT = 0x02;
/** ZVT's own character set from 0x80 on: CP437 (PA00P015, section 15.2). Node has no encoder for CP437. */
const UPPER = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»';
const OTHERS: Readonly<Record<string, number>> = { ß: 0xe1, '·': 0xfa, '°': 0xf8, '’': 0x27, '–': 0x2d, '—': 0x2d };

export function readRegistration(data: Uint8Array) {
  const config = data[PASSWORD_BYTES] ?? 0;
  const currency = data.subarray(PASSWORD_BYTES + 1, PASSWORD_BYTES + 3);
  const container = readTlv(readFields(data.subarray(PASSWORD_BYTES + 3))?.get(field.container) ?? new Uint8Array());
  const permitted = readTlv(container.find(({ tag }) => tag === tags.permitted)?.value ?? new Uint8Array());
  const isText = permitted.some(
    ({ tag, value: [high = 0, low = 0] }) => tag === tags.command && (high << 8) + low === messages.printText,
  );
  const print: Registration['print'] = (config & PRINTS) !== PRINTS ? 'none' : isText ? 'text' : 'lines';
  return {
    currency: currency.length === 2 ? currency : undefined,
    registration: { progress: (config & PROGRESS) !== 0, print },
  };
}

export function isEuro(currency: Uint8Array | undefined): boolean {
  return currency === undefined || fromBcd(currency) === EUR;
}

const WITH_PASSWORD: ReadonlySet<number> = new Set([commands.repeatReceipt, commands.reversal, commands.refund]);

export function fieldsOf(command: number, data: Uint8Array): ReturnType<typeof readFields> {
  return readFields(WITH_PASSWORD.has(command) ? data.subarray(PASSWORD_BYTES) : data);
}

export function receiptFrames(lines: readonly string[], print: Registration['print']): readonly Frame[] {
  if (print === 'none') return [];
  const texts = lines.map(encodeText);
  if (print === 'text') {
    const block = [
      ...texts.map((text) => writeTlv(tags.text, text)),
      writeTlv(tags.attribute, Uint8Array.of(LAST_LINE)),
    ];
    const content = Buffer.concat([
      writeTlv(tags.receiptType, Uint8Array.of(CUSTOMER_RECEIPT)),
      writeTlv(tags.texts, Buffer.concat(block)),
    ]);
    return [{ command: messages.printText, data: writeTlv(tags.container, content) }];
  }
  const printed = texts.map((text) => ({ command: messages.printLine, data: Uint8Array.of(0, ...text) }));
  return [...printed, { command: messages.printLine, data: Uint8Array.of(LAST_LINE) }];
}

export function encodeText(text: string): Uint8Array {
  return Uint8Array.from(text.normalize('NFC'), (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) return code;
    const at = UPPER.indexOf(char);
    const known = at >= 0 ? 0x80 + at : OTHERS[char];
    if (known !== undefined) return known;
    const base = char.normalize('NFD').charCodeAt(0);
    return base < 0x80 ? base : 0x3f;
  });
}
