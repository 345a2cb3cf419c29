import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { inParts, WINDOWS_ITEM_BYTES } from '../../main/identity/keychain.ts';
import { firstRecord, keepRecord, type Person, readRecord } from '../../main/identity/sealed-record.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { limitedKeychain } from './limited-keychain.ts';
import { provisioned } from './sample-provisioning-file.ts';
import { recordOf } from './terminal-with-record.ts';

/** The longest API key that a field takes. */
const LONG = 'k'.repeat(4096);

function start(items: ReturnType<typeof limitedKeychain>) {
  const keychain = inParts(items, WINDOWS_ITEM_BYTES);
  const store = openSettings(join(folder, 'terminal.json'), { clock: new VirtualClock(), random: systemRandom });
  return recordOf(store, async () => keychain);
}

const withKey = (kid: string) =>
  provisioned({ managerPin: undefined, keys: { signingKey: makeSigningKey(kid), apiKey: LONG } });

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

test('switched off at any change of any part, the terminal is as before or as after', async () => {
  const items = limitedKeychain(WINDOWS_ITEM_BYTES);
  await start(items).save.terminal(withKey('before'));
  const kids: (string | undefined)[] = [];
  let finished = false;
  for (let changes = 0; !finished; changes += 1) {
    items.changesLeft = changes;
    const before = kids.at(-1) ?? 'before';
    await start(items)
      .save.terminal(withKey(`after ${changes}`))
      .catch(() => undefined);
    finished = items.changesLeft > 0;
    items.changesLeft = undefined;
    const { trust } = start(items);
    await trust.look();
    expect(trust.found).toMatchObject({ kind: 'held', changed: [] });
    const kid = trust.found.kind === 'held' ? trust.found.state.signingKey?.kid : undefined;
    expect([before, `after ${changes}`]).toContain(kid);
    kids.push(kid);
  }
  expect(kids.length).toBeGreaterThan(10);
  expect(new Set(kids).size).toBeGreaterThan(2);
});
