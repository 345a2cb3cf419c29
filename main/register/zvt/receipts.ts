import type { Frame } from './frames.ts';
import { messages } from './frames.ts';
import type { Registration } from './registration.ts';
import { writeTlv } from './tlv.ts';

/** ZVT's own character set from 0x80 on: CP437 (PA00P015, section 15.2). Node has no encoder for it. */
const UPPER = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»';
const OTHERS: Readonly<Record<string, number>> = { ß: 0xe1, '·': 0xfa, '°': 0xf8, '’': 0x27, '–': 0x2d, '—': 0x2d };
/** The last line of a receipt (PA00P015, section 3.5, table 16). */
const LAST_LINE = 0x81;
const CUSTOMER_RECEIPT = 0x02;
const tags = { container: 0x06, text: 0x07, attribute: 0x09, texts: 0x25, receiptType: 0x1f07 } as const;
/** Of a text block besides its lines. */
const BLOCK_BYTES = 24;
const DEFAULT_LONGEST = 0xffff;

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

/** The messages that print a receipt as the register asked for it: by lines (`06 D1`) or as text (`06 D3`). */
export function receiptFrames(lines: readonly string[], { print, width, longest }: Registration): readonly Frame[] {
  if (print === 'none') return [];
  const texts = lines.flatMap((line) => fitted(line, width ?? Number.POSITIVE_INFINITY)).map(encodeText);
  if (print === 'text') return textBlocks(texts, longest ?? DEFAULT_LONGEST);
  const printed = texts.map((text) => ({ command: messages.printLine, data: Uint8Array.of(0, ...text) }));
  return [...printed, { command: messages.printLine, data: Uint8Array.of(LAST_LINE) }];
}

/** One block where the register takes its length: some registers keep the last block alone. */
function textBlocks(texts: readonly Uint8Array[], longest: number): readonly Frame[] {
  const blocks: Uint8Array[][] = [[]];
  let bytes = BLOCK_BYTES;
  for (const text of texts.map((line) => writeTlv(tags.text, line))) {
    if (bytes + text.length > longest && bytes > BLOCK_BYTES) {
      blocks.push([]);
      bytes = BLOCK_BYTES;
    }
    blocks.at(-1)?.push(text);
    bytes += text.length;
  }
  return blocks.map((block, index) => {
    const end = index === blocks.length - 1 ? [writeTlv(tags.attribute, Uint8Array.of(LAST_LINE))] : [];
    const content = Buffer.concat([
      writeTlv(tags.receiptType, Uint8Array.of(CUSTOMER_RECEIPT)),
      writeTlv(tags.texts, Buffer.concat([...block, ...end])),
    ]);
    return { command: messages.printText, data: writeTlv(tags.container, content) };
  });
}

/** A line that is too wide for the printer. Name and value with space between them move together or onto two lines. */
function fitted(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line];
  const [, name = '', value = ''] = /^(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
  if (name.length > 0 && name.length + value.length < width) return [name.padEnd(width - value.length) + value];
  const parts = name.length > 0 ? [name, value] : [line];
  return parts.flatMap((part) => part.match(new RegExp(`.{1,${width}}(?:\\s|$)|.{${width}}`, 'g')) ?? []);
}
