/** Fields of ZVT messages (PA00P015): bitmaps, TLV containers and packed digits. */

/** Length of each bitmap in bytes; LL and LLL are lengths of two or three bytes, `Fx` for each digit. */
const LENGTHS: Readonly<Record<number, number | 'LL' | 'LLL' | 'TLV'>> = {
  1: 1,
  2: 1,
  3: 1,
  4: 6,
  6: 'TLV',
  11: 3,
  12: 3,
  13: 2,
  14: 2,
  23: 2,
  25: 1,
  34: 'LL',
  39: 1,
  41: 4,
  42: 15,
  55: 3,
  59: 8,
  60: 'LLL',
  73: 2,
  96: 'LLL',
  135: 2,
  136: 3,
  138: 1,
  139: 'LL',
  140: 1,
  160: 1,
  170: 3,
  186: 5,
};

/** Fields of a status information (`04 0F`). */
export interface Status {
  /** BMP 27 as hex: `00` is success. */
  readonly result: string;
  readonly cents: number | undefined;
  readonly receipt: string | undefined;
  readonly trace: string | undefined;
  /** BMP 37: number of the reversed transaction. */
  readonly original: string | undefined;
}

/** Throws for an unknown or repeated bitmap, or a length past the end. */
export function readStatus(data: Buffer): Status {
  const fields = readBitmaps(data);
  const hex = (bitmap: number) => fields.get(bitmap)?.toString('hex');
  const cents = hex(0x04);
  return {
    result: hex(0x27) ?? 'none',
    cents: cents === undefined ? undefined : Number(cents),
    receipt: hex(0x87),
    trace: hex(0x0b),
    original: hex(0x37),
  };
}

/** Lines of a text block (`06 D3`): tag 07 in tag 25. */
export function readTextBlock(data: Buffer): string[] {
  const container = readBitmaps(data).get(0x06) ?? Buffer.alloc(0);
  const block = readTlv(container).find(({ tag }) => tag === 0x25);
  const lines = readTlv(block?.value ?? Buffer.alloc(0)).filter(({ tag }) => tag === 0x07);
  return lines.map(({ value }) => value.toString('latin1'));
}

export function digits(value: number, bytes: number): Buffer {
  return Buffer.from(String(value).padStart(bytes * 2, '0'), 'hex');
}

function readBitmaps(data: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  let at = 0;
  while (at < data.length) {
    const bitmap = data.readUInt8(at);
    const { from, length } = placeOf(data, at + 1, LENGTHS[bitmap]);
    const isWhole = from + length <= data.length;
    if (!isWhole || fields.has(bitmap)) throw new Error(`BMP ${bitmap.toString(16)} in ${data.toString('hex')}`);
    fields.set(bitmap, data.subarray(from, from + length));
    at = from + length;
  }
  return fields;
}

function placeOf(data: Buffer, at: number, kind: number | 'LL' | 'LLL' | 'TLV' | undefined) {
  if (kind === undefined) throw new Error(`Unknown bitmap before byte ${at} of ${data.toString('hex')}`);
  if (kind === 'TLV') return tlvLength(data, at);
  if (typeof kind === 'number') return { from: at, length: kind };
  const packed = [...data.subarray(at, at + kind.length)];
  if (packed.some((byte) => byte < 0xf0 || byte > 0xf9)) throw new Error(`Length at ${at} of ${data.toString('hex')}`);
  return { from: at + kind.length, length: Number(packed.map((byte) => byte - 0xf0).join('')) };
}

function readTlv(data: Buffer): { tag: number; value: Buffer }[] {
  const found: { tag: number; value: Buffer }[] = [];
  let at = 0;
  while (at < data.length) {
    const first = data.readUInt8(at);
    const isLong = (first & 0x1f) === 0x1f;
    const tag = isLong ? data.readUInt16BE(at) : first;
    const { from, length } = tlvLength(data, at + (isLong ? 2 : 1));
    found.push({ tag, value: data.subarray(from, from + length) });
    at = from + length;
  }
  return found;
}

function tlvLength(data: Buffer, at: number): { from: number; length: number } {
  const first = data.readUInt8(at);
  if (first === 0x81) return { from: at + 2, length: data.readUInt8(at + 1) };
  if (first === 0x82) return { from: at + 3, length: data.readUInt16BE(at + 1) };
  return { from: at + 1, length: first };
}
