/** An APDU of ZVT over TCP (PA00P015): class, instruction, length and data, without outer framing. */
export interface Frame {
  readonly command: number;
  readonly data: Uint8Array;
}

/** Names as in PA00P015; `docs/register.md` lists their sections. */
export const commands = {
  statusEnquiry: 0x0501,
  registration: 0x0600,
  authorisation: 0x0601,
  logOff: 0x0602,
  totals: 0x0610,
  reprint: 0x0612,
  reset: 0x0618,
  repeatReceipt: 0x0620,
  reversal: 0x0630,
  refund: 0x0631,
  endOfDay: 0x0650,
  partialTotals: 0x0652,
  diagnosis: 0x0670,
  selfTest: 0x0679,
  setClock: 0x0691,
  initialisation: 0x0693,
  abortByRegister: 0x06b0,
} as const;

/** Messages of the terminal while it is master; both sides send `acknowledged`. */
export const messages = {
  statusInformation: 0x040f,
  intermediateStatus: 0x04ff,
  completion: 0x060f,
  abort: 0x061e,
  printLine: 0x06d1,
  printText: 0x06d3,
  acknowledged: 0x8000,
} as const;

/** Class of a refusal; the instruction is the reason. */
export const REFUSED = 0x84;

const MOST_DATA = 4_096;

/** Marks an extended length of two bytes, low byte first. */
const LONG = 0xff;

export function encode({ command, data }: Frame): Uint8Array {
  const { length } = data;
  const head = [command >> 8, command & 0xff];
  const size = length < LONG ? [length] : [LONG, length & 0xff, length >> 8];
  return Uint8Array.from([...head, ...size, ...data]);
}

/** Throws `RangeError` for an oversized frame. */
export function decode(bytes: Uint8Array): { readonly frames: readonly Frame[]; readonly rest: Uint8Array } {
  const frames: Frame[] = [];
  let rest = bytes;
  for (;;) {
    const frame = first(rest);
    if (frame === undefined) return { frames, rest };
    frames.push(frame.frame);
    rest = rest.subarray(frame.end);
  }
}

function first(bytes: Uint8Array): { readonly frame: Frame; readonly end: number } | undefined {
  const [high, low, short] = bytes;
  if (high === undefined || low === undefined || short === undefined) return undefined;
  const start = short === LONG ? 5 : 3;
  if (bytes.length < start) return undefined;
  const length = short === LONG ? (bytes[3] ?? 0) + ((bytes[4] ?? 0) << 8) : short;
  if (length > MOST_DATA) throw new RangeError(`A frame of ${length} bytes`);
  const end = start + length;
  if (bytes.length < end) return undefined;
  return { frame: { command: (high << 8) + low, data: bytes.slice(start, end) }, end };
}
