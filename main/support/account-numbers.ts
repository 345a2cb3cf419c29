/**
 * How long each country's account numbers are, country code and check digits included (the registry of ISO 13616, which
 * SWIFT keeps).
 */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((row) => [row.slice(0, 2), Number(row.slice(2))]),
);

/** True for a text with a whole account number in it, however its characters are spaced. */
export function hasAccountNumber(text: string): boolean {
  const joined = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  for (const { 1: country = '', index } of joined.matchAll(/(?=([A-Z]{2})\d\d)/g)) {
    const length = LENGTHS.get(country);
    const number = joined.slice(index, index + (length ?? 0));
    if (length !== undefined && number.length === length && hasCheckDigits(number)) return true;
  }
  return false;
}

/** ISO 13616: with its first four characters moved to the end, and letters as 10 to 35, it is 1 modulo 97. */
function hasCheckDigits(number: string): boolean {
  const moved = number.slice(4) + number.slice(0, 4);
  const spelt = [...moved].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(spelt) % 97n === 1n;
}
