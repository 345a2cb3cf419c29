import fc from '../base/properties.ts';

export type Damage =
  | { readonly kind: 'flips'; readonly flips: readonly (readonly [at: number, mask: number])[] }
  | { readonly kind: 'cut'; readonly length: number }
  | { readonly kind: 'stretch'; readonly at: number; readonly length: number; readonly byte: number }
  | { readonly kind: 'tail'; readonly bytes: Uint8Array };

export function damage(size: number): fc.Arbitrary<Damage> {
  const place = fc.nat(Math.max(size - 1, 0));
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('flips' as const),
        flips: fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 30 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cut' as const), length: place }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('stretch' as const),
        at: place,
        length: fc.integer({ min: 1, max: 10_000 }),
        byte: fc.constantFrom(0, 0xff, 0x41),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('tail' as const),
        bytes: fc.uint8Array({ minLength: 1, maxLength: 500 }),
      }),
    },
  );
}

export function damaged(intact: Buffer, what: Damage): Buffer {
  switch (what.kind) {
    case 'flips': {
      const bytes = Buffer.from(intact);
      for (const [at, mask] of what.flips) bytes[at] = (bytes[at] ?? 0) ^ mask;
      return bytes;
    }
    case 'cut':
      return Buffer.from(intact.subarray(0, what.length));
    case 'stretch':
      return Buffer.from(intact).fill(what.byte, what.at, Math.min(what.at + what.length, intact.length));
    case 'tail':
      return Buffer.concat([intact, what.bytes]);
  }
}
