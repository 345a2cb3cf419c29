/** The longest reference that the service takes (docs/service.md, Limits). */
const MAX_LENGTH = 35;

/**
 * The name of the counter that numbers this POS's sales of this day. Days are the till's own (local time): that is what
 * a cashier compares with the clock on the wall.
 */
export function counterName(posId: string, at: number): string {
  return `${posId}/${day(at)}`;
}

/**
 * `{posId}-{yyMMdd}-{sequence}`, at most 35 characters. The sequence is the journal's salt and the number of the sale
 * on this POS and day. Two tills that were given the same posId by mistake, or a till whose journal was replaced at noon,
 * would otherwise give two payments one reference, and a payment is found again by its reference. People read the last
 * four digits. In a posId that is too long to fit, a checksum takes the place of the middle, so that two long ones
 * differ.
 */
export function saleReference(posId: string, at: number, salt: number, sequence: number): string {
  return `${shortenedPosId(posId)}-${day(at)}-${String(salt).padStart(4, '0')}${String(sequence).padStart(4, '0')}`;
}

/** With its two hyphens, the day, the salt, and a number of up to six digits. */
const TAIL_LENGTH = 1 + 6 + 1 + 4 + 6;

/** The posId as it stands at the front of each reference. */
export function shortenedPosId(posId: string): string {
  return shortened(posId, MAX_LENGTH - TAIL_LENGTH);
}

function day(at: number): string {
  const date = new Date(at);
  const part = (value: number) => String(value % 100).padStart(2, '0');
  return part(date.getFullYear()) + part(date.getMonth() + 1) + part(date.getDate());
}

const CHECKSUM_LENGTH = 4;

function shortened(posId: string, max: number): string {
  if (posId.length <= max) return posId;
  const kept = max - CHECKSUM_LENGTH;
  const head = Math.ceil(kept / 2);
  return posId.slice(0, head) + checksum(posId) + posId.slice(posId.length - (kept - head));
}

/** FNV-1a, in base 36: it only has to tell long ids apart, and protects nothing. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash % 36 ** CHECKSUM_LENGTH).toString(36).padStart(CHECKSUM_LENGTH, '0').toUpperCase();
}
