/** TLV containers of ZVT (PA00P015, section 9.3). Pure. */
export interface Tlv {
  readonly tag: number;
  readonly value: Uint8Array;
}

/** A tag whose five low bits are all set goes on in the next byte. */
const MORE_TAG = 0x1f;

/** The objects up to the first that cannot be read. */
export function readTlv(bytes: Uint8Array): readonly Tlv[] {
  const found: Tlv[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const isLong = (first & MORE_TAG) === MORE_TAG;
    const span = tlvSpan(bytes, at + (isLong ? 2 : 1));
    if (span === undefined || span.end > bytes.length) break;
    const tag = isLong ? (first << 8) + (bytes[at + 1] ?? 0) : first;
    found.push({ tag, value: bytes.slice(span.start, span.end) });
    at = span.end;
  }
  return found;
}

export function writeTlv(tag: number, value: Uint8Array): Uint8Array {
  const { length } = value;
  const head = tag > 0xff ? [tag >> 8, tag & 0xff] : [tag];
  const size = length < 0x80 ? [length] : length <= 0xff ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Uint8Array.from([...head, ...size, ...value]);
}

/** As in BER: one byte below 128, or 0x81 or 0x82 and so many bytes, the higher one first. */
export function tlvSpan(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } | undefined {
  const short = bytes[at];
  if (short === undefined) return undefined;
  if (short < 0x80) return { start: at + 1, end: at + 1 + short };
  const count = short - 0x80;
  const size = bytes.subarray(at + 1, at + 1 + count);
  if (count < 1 || count > 2 || size.length < count) return undefined;
  const start = at + 1 + count;
  return { start, end: start + size.reduce((sum, byte) => sum * 256 + byte, 0) };
}
