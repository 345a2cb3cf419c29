import { generateKeyPairSync } from 'node:crypto';

/** Thirty secrets that no log may contain, in any notation. */

function privateNumber(): string {
  return String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d);
}

function rsaNumber(): string {
  return String(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }).d).slice(
    0,
    60,
  );
}

/** PINs have eight digits here, so that no time or id contains a PIN by chance. */
export const pins = ['83920174', '60418253', '97351846', '21874069', '45092786'] as const;
export const names = [
  'Wilhelmina Verhulstovic',
  'zebedeus plankaert',
  'Ødegård-Müllerstein',
  'MARGARETHA KWIKZILVER',
  'Xu Qianlong',
  "O'Shaughnessy",
  'Łukasz Brzęczyszczykiewicz',
  'van der Quackelberghe',
] as const;
/** Names that are also words in the till's own texts, as payers may have. */
export const wordNames = ['Grace Page', 'Mark Young', 'Will Banks', 'Max Drew-Gray', 'ed paid-refused'] as const;
export const ibans = [
  'BE71096123456769',
  'NL91ABNA0417164300',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'NO9386011117947',
] as const;
export const apiKeys = [
  'tk_live_9fXq27LmZv81',
  'hunter2hunter2',
  'Kx8$pW!q2~rT',
  'bearer-zwxq-0042-lmnp',
  'c0ffee77badc0de5feedface0ddba11f',
] as const;
export const keys = [privateNumber(), privateNumber(), rsaNumber()] as const;
export const phrases = ['for aunt Mathildeke', 'kriek verjaardagstaart', 'correct horse batterystaple'] as const;

export const secrets: readonly string[] = [...pins, ...names, ...ibans, ...apiKeys, ...keys, ...phrases];

/** Returns every notation of a secret, and each revealing part. */
function writtenWays(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const aligned = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // The first characters hold the shift, the last characters the padding.
    return text.slice(shift === 0 ? 0 : 4, -4);
  });
  const escaped = [...secret]
    .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  const ways = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    escaped,
    bytes.toString('hex'),
    bytes.toString('base64url'),
    ...aligned,
    ...aligned.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    // Country, check digits and the last four digits of an account number may be shown.
    ...(secret.length > 12 ? [secret.slice(4, -4)] : []),
  ];
  return [...new Set(ways.filter((way) => way.length >= 8))];
}

/** Returns the secrets found in a log, in any notation, spacing or line break. */
export function foundIn(log: string, sought: readonly string[] = secrets): readonly string[] {
  const read = log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Object.values(JSON.parse(line) as object).join('\n'))
    .join('\n');
  const plain = [log, read, unescaped(read)].join('\n').toLowerCase();
  const joined = plain.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return sought.filter((secret) =>
    writtenWays(secret).some((way) => {
      const written = way.toLowerCase();
      const letters = written.replaceAll(/[^\p{L}\p{N}]/gu, '');
      return plain.includes(written) || (letters.length >= 8 && joined.includes(letters));
    }),
  );
}

function unescaped(text: string): string {
  return text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Returns the secret in a notation of other programs. */
export function disguised(secret: string, way: number): string {
  const ways = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
    JSON.stringify(secret),
    JSON.stringify(JSON.stringify({ value: secret })),
    (secret.match(/.{1,4}/gu) ?? []).join(' '),
    secret.toUpperCase(),
  ];
  return ways[way % ways.length] ?? secret;
}
