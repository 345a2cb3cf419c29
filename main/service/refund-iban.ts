/**
 * Names of the debtor's IBAN, searched at the top level and inside `debtor` because operation 7 has no specified
 * fields. No other place is searched: a refund to the creditor's IBAN would go to the shop itself.
 */
const NAMES = ['iban', 'refundiban', 'debtoriban', 'debtorrefundiban'];

/** Returns the distinct IBANs of the debtor in a response, in capitals and without blanks. */
export function refundIbansOf(value: unknown): readonly string[] {
  const texts = typeof value === 'string' ? [value] : [...namedIn(value), ...debtorsOf(value).flatMap(namedIn)];
  return [...new Set(texts.map((text) => text.replace(/\s/g, '').toUpperCase()).filter(isIban))];
}

function namedIn(value: unknown): readonly string[] {
  return membersOf(value).flatMap(([name, member]) =>
    NAMES.includes(name.toLowerCase()) && typeof member === 'string' ? [member] : [],
  );
}

function debtorsOf(value: unknown): readonly unknown[] {
  return membersOf(value).flatMap(([name, member]) => (name.toLowerCase() === 'debtor' ? [member] : []));
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** ISO 13616: with the first four characters moved to the end and letters as 10 to 35, the number is 1 modulo 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$/.test(text)) return false;
  const spelt = [...(text.slice(4) + text.slice(0, 4))].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(spelt) % 97n === 1n;
}
