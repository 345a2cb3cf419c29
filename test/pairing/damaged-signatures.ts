import { SeededRandom } from '../base/seeded-random.ts';

/** Seeded damage to a signed message: each result differs from the original in the signature, the body, or both. */

export interface Signed {
  readonly signature: string;
  readonly body: Buffer;
}

export type Draw = (below: number) => number;

/** Whole numbers in [0, below), the same for the same seed. */
export function seededDraw(seed: number): Draw {
  const random = new SeededRandom(seed);
  return (below) => Math.floor(random.next() * below);
}

/** One damaged copy of one of `originals`; never one of them as it was. */
export function mutated(originals: readonly Signed[], draw: Draw): Signed & { readonly kind: string } {
  for (;;) {
    const original = pick(originals, draw);
    const other = pick(originals, draw);
    const [kind, mutate] = pick(kinds, draw);
    const signed = mutate(original, other, draw);
    if (!originals.some((each) => each.signature === signed.signature && each.body.equals(signed.body)))
      return { ...signed, kind };
  }
}

type Mutate = (original: Signed, other: Signed, draw: Draw) => Signed;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const STRANGE = [
  '\u0000',
  ' ',
  '\t',
  '=',
  '+',
  '/',
  '.',
  '%2E',
  'é',
  '\u212a',
  '\ufeff',
  '\ud800',
  '\u202e',
  '😀',
  '"',
];

/** Values for a damaged header member, as JSON. Some cannot be converted to text, some are deeply nested. */
const VALUES: readonly string[] = [
  ...[
    'null',
    'true',
    '0',
    '-1',
    '1e308',
    '""',
    '"none"',
    '"HS256"',
    '"RS256"',
    '"svc-rsa-11"',
    '"\\ud800"',
    '[]',
    '{}',
  ],
  ...['[null]', '{"toString":null,"valueOf":null}', '[{"toString":1,"valueOf":1}]'],
  '['.repeat(4_500) + ']'.repeat(4_500),
];

const kinds: readonly (readonly [kind: string, mutate: Mutate])[] = [
  ['a character of the signature header', (o, _, draw) => ({ ...o, signature: replaced(o.signature, draw) })],
  ['a character of the header part', (o, _, draw) => part(o, 0, (text) => replaced(text, draw))],
  ['a character of the signature part', (o, _, draw) => part(o, 2, (text) => replaced(text, draw))],
  ['the unused bits at the end of a part', (o, _, draw) => part(o, draw(2) * 2, (text) => lastReplaced(text, draw))],
  ['a bit of the signature', (o, _, draw) => part(o, 2, (text) => bitFlipped(text, draw))],
  ['a bit of the header', (o, _, draw) => part(o, 0, (text) => bitFlipped(text, draw))],
  ['a byte of the body', (o, _, draw) => ({ ...o, body: byteChanged(o.body, draw) })],
  ['the body cut or grown', (o, _, draw) => ({ ...o, body: resized(o.body, draw) })],
  ['the body of another message', (o, other) => ({ ...o, body: other.body })],
  ['the header of another message', (o, other) => part(o, 0, () => other.signature.split('.')[0] ?? '')],
  ['the signature of another message', (o, other) => part(o, 2, () => other.signature.split('.')[2] ?? '')],
  ['header and signature swapped', (o) => ({ ...o, signature: o.signature.split('.').reverse().join('.') })],
  ['the payload embedded', (o) => part(o, 1, () => o.body.toString('base64url'))],
  ['a part too many', (o, _, draw) => ({ ...o, signature: `${o.signature}.${letters(draw, draw(40))}` })],
  ['a part missing', (o, _, draw) => ({ ...o, signature: without(o.signature.split('.'), draw).join('.') })],
  ['cut anywhere', (o, _, draw) => ({ ...o, signature: o.signature.slice(0, draw(o.signature.length)) })],
  ['a strange character', (o, _, draw) => ({ ...o, signature: inserted(o.signature, pick(STRANGE, draw), draw) })],
  ['repeated', (o) => ({ ...o, signature: `${o.signature},${o.signature}` })],
  ['standard base64', (o, _, draw) => part(o, 2, (text) => padded(text, draw))],
  ['the header re-spelled', (o, _, draw) => part(o, 0, (text) => rewritten(text, draw))],
  ['a signature of zeros or ones', (o, _, draw) => part(o, 2, () => filled(draw))],
  ['noise', (o, _, draw) => ({ ...o, signature: noise(draw) })],
  ['long', (o, _, draw) => part(o, draw(2) * 2, (text) => text + letters(draw, 4).repeat(1 + draw(5_000)))],
];

function pick<T>(from: readonly T[], draw: Draw): T {
  const value = from[draw(from.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
}

function part(original: Signed, index: number, change: (text: string) => string): Signed {
  const parts = original.signature.split('.');
  parts[index] = change(parts[index] ?? '');
  return { ...original, signature: parts.join('.') };
}

function replaced(text: string, draw: Draw): string {
  const at = draw(text.length);
  return text.slice(0, at) + ALPHABET[draw(64)] + text.slice(at + 1);
}

function lastReplaced(text: string, draw: Draw): string {
  const last = ALPHABET.indexOf(text.slice(-1));
  return text.slice(0, -1) + ALPHABET[last ^ (1 + draw(3))];
}

function bitFlipped(text: string, draw: Draw): string {
  const bytes = Buffer.from(text, 'base64url');
  const at = draw(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
  return bytes.toString('base64url');
}

function byteChanged(body: Buffer, draw: Draw): Buffer {
  const copy = Buffer.from(body.length === 0 ? [0] : body);
  const at = draw(copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 + draw(255));
  return copy;
}

function resized(body: Buffer, draw: Draw): Buffer {
  if (draw(2) === 0) return body.subarray(0, draw(body.length + 1));
  return Buffer.concat([body, Buffer.from(pick([' ', '\n', '}', '\u0000', ',', 'null'], draw))]);
}

function inserted(text: string, strange: string, draw: Draw): string {
  const at = draw(text.length + 1);
  return text.slice(0, at) + strange + text.slice(at);
}

function without(parts: readonly string[], draw: Draw): readonly string[] {
  const gone = draw(parts.length);
  return parts.filter((_, index) => index !== gone);
}

function padded(text: string, draw: Draw): string {
  const standard = Buffer.from(text, 'base64url').toString('base64');
  return draw(2) === 0 ? standard : `${text}==`;
}

/** The same members in another order or spacing, or one of them changed: valid JSON that was not signed. */
function rewritten(text: string, draw: Draw): string {
  const header = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  const names = Object.keys(header);
  const name = pick(names, draw);
  const value = pick(VALUES, draw);
  const variants: readonly (() => string)[] = [
    () => JSON.stringify(header, null, 1 + draw(4)),
    () => JSON.stringify(Object.fromEntries(Object.entries(header).reverse())),
    () => object(names.map((each) => [each, each === name ? value : JSON.stringify(header[each])])),
    () => object([...names.map((each) => [each, JSON.stringify(header[each])] as const), [letters(draw, 5), value]]),
    () => object([[name, value], ...names.map((each) => [each, JSON.stringify(header[each])] as const)]),
    () => JSON.stringify(header).replace('{', '{"__proto__":{"alg":"none"},'),
    () => '['.repeat(1 + draw(5_000)),
    () => pick(['null', '[]', '0', '""', '{}', 'true', '{"alg":"ES256"}'], draw),
  ];
  return Buffer.from(pick(variants, draw)()).toString('base64url');
}

function object(members: readonly (readonly [name: string, json: string])[]): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

function filled(draw: Draw): string {
  const length = pick([0, 1, 32, 63, 64, 65, 70, 72, 96, 128, 256, 257], draw);
  return Buffer.alloc(length, pick([0x00, 0xff, 0x01], draw)).toString('base64url');
}

function noise(draw: Draw): string {
  return Array.from({ length: draw(400) }, () => String.fromCharCode(draw(0x3000))).join('');
}

function letters(draw: Draw, count: number): string {
  return Array.from({ length: count }, () => ALPHABET[draw(64)]).join('');
}
