/** Keyed by number, which decides the length. */
export type Fields = ReadonlyMap<number, Uint8Array>;

export const field = {
  goodsTimeout: 0x01,
  mostStatus: 0x02,
  service: 0x03,
  amount: 0x04,
  container: 0x06,
  trace: 0x0b,
  time: 0x0c,
  date: 0x0d,
  status: 0x19,
  result: 0x27,
  terminalId: 0x29,
  originalTrace: 0x37,
  text: 0x3c,
  currency: 0x49,
  receipt: 0x87,
} as const;

type Length = number | 'll' | 'lll' | 'tlv';

/** Lengths in bytes. `ll`, `lll`: two or three digits of length come first. */
const byLength: readonly (readonly [Length, readonly number[]])[] = [
  [1, [0x01, 0x02, 0x03, 0x05, 0x19, 0x27, 0x8a, 0x8c, 0xa0, 0xd2]],
  [2, [0x0d, 0x0e, 0x17, 0x3a, 0x49, 0x87]],
  [3, [0x0b, 0x0c, 0x37, 0x3d, 0x88, 0xaa]],
  [4, [0x29]],
  [5, [0xba]],
  [6, [0x04]],
  [8, [0x3b]],
  [15, [0x2a]],
  ['ll', [0x22, 0x23, 0x25, 0x2d, 0x8b, 0xa7]],
  ['lll', [0x24, 0x2e, 0x3c, 0x60, 0x92, 0x9a, 0xaf]],
  ['tlv', [0x06]],
];
const lengths: ReadonlyMap<number, Length> = new Map(
  byLength.flatMap(([length, numbers]) => numbers.map((number) => [number, length])),
);

/** Undefined for an unknown or repeated field: the rest is unreadable. */
export function readFields(bytes: Uint8Array): Fields | undefined {
  const fields = new Map<number, Uint8Array>();
  for (let at = 0; at < bytes.length; ) {
    const number = bytes[at] ?? 0;
    const span = spanOf(lengths.get(number), bytes, at + 1);
    if (span === undefined || span.end > bytes.length || fields.has(number)) return undefined;
    fields.set(number, bytes.slice(span.start, span.end));
    at = span.end;
  }
  return fields;
}

export function writeFields(fields: Iterable<readonly [number, Uint8Array]>): Uint8Array {
  return Uint8Array.from([...fields].flatMap(([number, value]) => [number, ...lengthDigits(number, value), ...value]));
}

/** Two digits per byte, with leading zeros. Throws `RangeError` for too many digits. */
export function toBcd(value: number, bytes: number): Uint8Array {
  const digits = String(value).padStart(2 * bytes, '0');
  if (!/^\d+$/.test(digits) || digits.length > 2 * bytes) throw new RangeError(`${value} in ${bytes} bytes`);
  return Uint8Array.from(Buffer.from(digits, 'hex'));
}

/** Undefined for a half byte that is not a decimal digit. */
export function fromBcd(bytes: Uint8Array): number | undefined {
  const digits = Buffer.from(bytes).toString('hex');
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

function spanOf(length: Length | undefined, bytes: Uint8Array, at: number) {
  if (length === undefined) return undefined;
  if (length === 'tlv') return tlvSpan(bytes, at);
  if (typeof length === 'number') return { start: at, end: at + length };
  const start = at + length.length;
  const digits = [...bytes.subarray(at, start)];
  if (digits.length < length.length || digits.some((digit) => digit < 0xf0 || digit > 0xf9)) return undefined;
  return { start, end: start + Number(digits.map((digit) => digit - 0xf0).join('')) };
}

function lengthDigits(number: number, value: Uint8Array): number[] {
  const length = lengths.get(number);
  if (typeof length === 'number') {
    if (value.length !== length) throw new RangeError(`Field ${number} has ${length} bytes, not ${value.length}`);
    return [];
  }
  if (length !== 'll' && length !== 'lll') throw new RangeError(`Field ${number} is not written`);
  const digits = String(value.length).padStart(length.length, '0');
  if (digits.length > length.length) throw new RangeError(`Field ${number} is too long`);
  return [...digits].map((digit) => 0xf0 + Number(digit));
}

/** If all five low bits are set, the tag continues in the next byte. */
const MORE_TAG = 0x1f;

/** PA00P015, section 9.3. Stops before the first unreadable object. */
export function readTlv(bytes: Uint8Array) {
  const found: { readonly tag: number; readonly value: Uint8Array }[] = [];
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

function tlvSpan(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } | undefined {
  const short = bytes[at];
  if (short === undefined) return undefined;
  if (short < 0x80) return { start: at + 1, end: at + 1 + short };
  const count = short - 0x80;
  const size = bytes.subarray(at + 1, at + 1 + count);
  if (count < 1 || count > 2 || size.length < count) return undefined;
  const start = at + 1 + count;
  return { start, end: start + size.reduce((sum, byte) => sum * 256 + byte, 0) };
}
