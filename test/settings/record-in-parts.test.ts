import { expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { inParts, WINDOWS_ITEM_BYTES } from '../../main/identity/keychain.ts';
import { firstRecord, keepRecord, type Person, readRecord } from '../../main/identity/sealed-record.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { limitedKeychain } from './limited-keychain.ts';

/** The longest API key that a field takes. */
const LONG = 'k'.repeat(4096);

test('two states with three keys, the longest API key and thirty people each fit into the parts of Windows', async () => {
  const keychain = inParts(limitedKeychain(WINDOWS_ITEM_BYTES), WINDOWS_ITEM_BYTES);
  const people = Array.from(
    { length: 30 },
    (_, index): Person => ({
      id: systemRandom.uuid(),
      name: `Person number ${index}`,
      role: 'cashier',
      pin: `scrypt$${'s'.repeat(22)}$${'h'.repeat(43)}`,
    }),
  );
  const signingKey = makeSigningKey('till-42-2026');
  const nextKey = { key: makeSigningKey('n'.repeat(200)), at: 1 };
  const previousKey = { key: makeSigningKey('p'.repeat(200)), replacedAt: 1 };
  const state = { generation: 1, signingKey, apiKey: LONG, pinRequired: true, people, nextKey, previousKey };
  const record = { ...firstRecord('a-terminal'), current: state, next: { ...state, generation: 2 } };
  await keepRecord(keychain, record);
  expect(await readRecord(keychain, 'a-terminal')).toEqual(record);
});
