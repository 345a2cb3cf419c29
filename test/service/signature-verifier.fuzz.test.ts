import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import fc from '../base/properties.ts';
import { verifier } from './vector-verifier.ts';
import { signatures } from './vectors.ts';

const genuine = signatures.filter((vector) => vector.expect === 'accept');
const RUNS = 100_000;
const AT_ONCE = 500;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ {}"\u0000é';
const character = fc.constantFrom(...alphabet);
const place = fc.nat(2_000);

type Mutation = (signature: string) => string;
const at = (text: string, index: number) => index % Math.max(text.length, 1);

/** Valid JSON that breaks naive string conversion, deep recursion or prototype lookups. */
const hostile = [
  '{"toString":null,"valueOf":null}',
  '[{"toString":1,"valueOf":1}]',
  '"\\ud800"',
  '['.repeat(4_500) + ']'.repeat(4_500),
];

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, character).map<Mutation>(([index, put]) => (text) => {
    const where = at(text, index);
    return text.slice(0, where) + put + text.slice(where + 1);
  }),
  fc.tuple(place, character).map<Mutation>(([index, put]) => (text) => {
    const where = at(text, index);
    return text.slice(0, where) + put + text.slice(where);
  }),
  place.map<Mutation>((index) => (text) => text.slice(0, at(text, index)) + text.slice(at(text, index) + 1)),
  place.map<Mutation>((index) => (text) => text.slice(0, at(text, index))),
  fc.tuple(fc.nat(63), fc.nat(7)).map<Mutation>(([byte, bit]) => (text) => {
    const [header = '', , value = ''] = text.split('.');
    const bytes = Buffer.from(value, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(byte % bytes.length) ^ (1 << bit), byte % bytes.length);
    return `${header}..${bytes.toString('base64url')}`;
  }),
  fc.tuple(fc.nat(10), fc.jsonValue({ maxDepth: 1 })).map<Mutation>(([index, put]) => (text) => {
    const [header = '', , value = ''] = text.split('.');
    const members: Record<string, unknown> = JSON.parse(Buffer.from(header, 'base64url').toString());
    const names = Object.keys(members);
    members[names[index % names.length] ?? ''] = put;
    return `${Buffer.from(JSON.stringify(members)).toString('base64url')}..${value}`;
  }),
  fc.tuple(fc.nat(10), fc.constantFrom(...hostile)).map<Mutation>(([index, put]) => (text) => {
    const [header = '', , value = ''] = text.split('.');
    const members: Record<string, unknown> = JSON.parse(Buffer.from(header, 'base64url').toString());
    const changed = Object.keys(members)[index % Object.keys(members).length];
    const json = Object.entries(members).map(
      ([name, member]) => `${JSON.stringify(name)}:${name === changed ? put : JSON.stringify(member)}`,
    );
    const bytes = Buffer.from(`{"__proto__":{"alg":"none"},${json.join(',')}}`);
    return `${bytes.toString('base64url')}..${value}`;
  }),
  fc.string({ maxLength: 40 }).map<Mutation>((other) => () => other),
);

async function outcomeOf(index: number, mutate: Mutation, body: Uint8Array): Promise<string> {
  const vector = genuine[index % genuine.length];
  if (vector?.signature === undefined || vector.signature === null) return 'no vector';
  const signature = mutate(vector.signature);
  const original = Buffer.from(vector.bodyUtf8);
  if (signature === vector.signature && original.equals(body)) return 'unchanged';
  const { kind, path, now } = vector;
  try {
    await verifier.verify({ kind, signature, body, path, now: Date.parse(now) });
    return `accepted: ${signature}`;
  } catch (thrown) {
    return thrown instanceof TillError && thrown.code.startsWith('verify.') ? 'refused' : `crashed: ${String(thrown)}`;
  }
}

test('refuses 100,000 mutated signatures without crashing', {
  timeout: 240_000,
}, async () => {
  const outcomes = new Map<string, number>();
  const mutants = fc.sample(fc.tuple(fc.nat(), mutation), { numRuns: RUNS, seed: 20_261_120 });
  for (let start = 0; start < mutants.length; start += AT_ONCE) {
    const judged = mutants.slice(start, start + AT_ONCE).map(([index, mutate]) => {
      const body = Buffer.from(genuine[index % genuine.length]?.bodyUtf8 ?? '');
      return outcomeOf(index, mutate, body);
    });
    for (const outcome of await Promise.all(judged)) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  const refused = outcomes.get('refused') ?? 0;
  const unchanged = outcomes.get('unchanged') ?? 0;
  expect([...outcomes.keys()].filter((outcome) => outcome !== 'refused' && outcome !== 'unchanged')).toEqual([]);
  expect(refused + unchanged).toBe(RUNS);
  expect(refused).toBeGreaterThan(RUNS * 0.97);
});

test('refuses a body with a changed byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), async (index, byte, change) => {
      const body = Buffer.from(genuine[index % genuine.length]?.bodyUtf8 ?? '');
      body.writeUInt8(body.readUInt8(byte % body.length) ^ change, byte % body.length);
      expect(await outcomeOf(index, (text) => text, body)).toBe('refused');
    }),
    { numRuns: 2_000 },
  );
});
