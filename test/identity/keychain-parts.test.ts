import { expect, test } from 'vitest';
import { inParts, WINDOWS_ITEM_BYTES } from '../../main/identity/keychain-parts.ts';
import fc from '../base/properties.ts';
import { limitedKeychain, SwitchedOff } from '../settings/limited-keychain.ts';

const large = 'é€ 한 \u{1f511}'.repeat(600);

test('stores a large secret in items of 2,560 bytes', async () => {
  const items = limitedKeychain(WINDOWS_ITEM_BYTES);
  const keychain = inParts(items, WINDOWS_ITEM_BYTES);
  await keychain.set('record', large);
  expect(Buffer.byteLength(large)).toBeGreaterThan(3 * WINDOWS_ITEM_BYTES);
  expect(await inParts(items, WINDOWS_ITEM_BYTES).get('record')).toBe(large);
  await keychain.delete('record');
  expect(items.items.size).toBe(0);
});

test('stores a small secret as a single item', async () => {
  const items = limitedKeychain(WINDOWS_ITEM_BYTES);
  await inParts(items, WINDOWS_ITEM_BYTES).set('key', 'x'.repeat(WINDOWS_ITEM_BYTES));
  expect([...items.items.keys()]).toEqual(['key']);
});

test('stores a secret resembling an index entry', async () => {
  const keychain = inParts(limitedKeychain(200), 200);
  const secret = `tillmate-parts:1:a:1:${'A'.repeat(43)}`;
  await keychain.set('key', secret);
  expect(await keychain.get('key')).toBe(secret);
});

test('refuses an oversized secret and keeps the previous secret', async () => {
  const items = limitedKeychain(200);
  const keychain = inParts(items, 200);
  await keychain.set('record', 'before'.repeat(100));
  const count = items.items.size;
  await expect(keychain.set('record', 'x'.repeat(200 * 32))).rejects.toMatchObject({ code: 'keychain.too-large' });
  expect(await keychain.get('record')).toBe('before'.repeat(100));
  expect(items.items.size).toBe(count);
});

test.each([
  ['missing', async (items: ReturnType<typeof limitedKeychain>, name: string) => items.delete(name)],
  ['altered', async (items: ReturnType<typeof limitedKeychain>, name: string) => items.set(name, 'AAAA')],
])('a part that is %s is reported as damage', async (_what, harm) => {
  const items = limitedKeychain(200);
  const keychain = inParts(items, 200);
  await keychain.set('record', large.slice(0, 1_000));
  const part = [...items.items.keys()].find((name) => name.endsWith('1')) ?? '';
  await harm(items, part);
  await expect(keychain.get('record')).rejects.toMatchObject({ code: 'keychain.damaged' });
});

test('keeps the previous secret when a new part is lost', async () => {
  const items = limitedKeychain(200);
  await inParts(items, 200).set('record', 'before');
  const losing = { ...items, get: async (account: string) => (/part/.test(account) ? undefined : items.get(account)) };
  await expect(inParts(losing, 200).set('record', large.slice(0, 400))).rejects.toMatchObject({
    code: 'keychain.damaged',
  });
  expect(await inParts(items, 200).get('record')).toBe('before');
});

/** Four base64 characters encode three bytes. */
const MOST_BYTES = (16 * 200 * 3) / 4;
const secrets = fc.oneof(
  fc.string({ maxLength: 190 }),
  // A grapheme has up to thirty bytes, so the length does not limit the size.
  fc
    .string({ minLength: 300, maxLength: 1_800, unit: 'grapheme' })
    .filter((secret) => Buffer.byteLength(secret) <= MOST_BYTES),
);

test('power loss leaves either the old or the new secret', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ secret: fc.option(secrets), changes: fc.nat(40) }), { minLength: 1, maxLength: 5 }),
      secrets.filter((secret) => secret !== ''),
      async (steps, last) => {
        const items = limitedKeychain(200);
        let possible: (string | undefined)[] = [undefined];
        for (const { secret, changes } of steps) {
          items.changesLeft = changes;
          const keychain = inParts(items, 200);
          const change = secret === null ? keychain.delete('record') : keychain.set('record', secret);
          const whole = await change.then(
            () => true,
            (thrown: unknown) => {
              if (!(thrown instanceof SwitchedOff)) throw thrown;
              return false;
            },
          );
          items.changesLeft = undefined;
          const wanted = secret ?? undefined;
          possible = whole ? [wanted] : [...possible, wanted];
          const found = await inParts(items, 200).get('record');
          expect(possible).toContain(found);
          possible = [found];
        }
        await inParts(items, 200).set('record', last);
        expect(await inParts(items, 200).get('record')).toBe(last);
        const parts = Math.ceil(Buffer.from(last).toString('base64').length / 200);
        expect(items.items.size).toBe(Buffer.byteLength(last) <= 200 ? 1 : 1 + parts);
        await inParts(items, 200).delete('record');
        expect(items.items.size).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});
