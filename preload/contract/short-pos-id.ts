const CHECKSUM_LENGTH = 4;

/** Both ends of a longer posId stay, with a checksum in the middle to keep long ids distinct. */
export function shortPosId(posId: string, max: number): string {
  if (posId.length <= max) return posId;
  const kept = max - CHECKSUM_LENGTH;
  const head = Math.ceil(kept / 2);
  return posId.slice(0, head) + checksum(posId) + posId.slice(posId.length - (kept - head));
}

/** FNV-1a, in base 36: only distinguishes long ids, no protection against forgery. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash % 36 ** CHECKSUM_LENGTH).toString(36).padStart(CHECKSUM_LENGTH, '0').toUpperCase();
}
