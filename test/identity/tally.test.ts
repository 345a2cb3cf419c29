import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Keychain } from '../../main/identity/keychain.ts';
import { beginTally, openTally } from '../../main/identity/tally.ts';
import { settle } from '../base/virtual-clock.ts';
import { limitedKeychain, SwitchedOff } from '../settings/limited-keychain.ts';

const ID = 'a-terminal';
const ACCOUNT = `${ID}/tally`;
const key = randomBytes(32);
const anchor = (seq: number) => ({ journalId: 'j', fromSeq: 1, seq, hash: `h${seq}` });

async function tally() {
  const keychain = limitedKeychain(100_000);
  await beginTally(keychain, ID, key);
  return { keychain, tally: await openTally(keychain, ID, key) };
}

test('stores wrong tries and anchors across restarts', async () => {
  const { keychain, tally: first } = await tally();
  await first.setWrongTries(2);
  await first.keepAnchor('PREPROD-m-p', anchor(5));
  const second = await openTally(keychain, ID, key);
  expect(second.wrongTries).toBe(2);
  expect(second.anchor('PREPROD-m-p')).toEqual(anchor(5));
  expect(second.anchor('elsewhere')).toBeUndefined();
});

test.each([
  ['gone', (keychain: Keychain) => keychain.delete(ACCOUNT)],
  ['no JSON', (keychain: Keychain) => keychain.set(ACCOUNT, '{')],
  [
    'set back by hand',
    async (keychain: Keychain) => {
      const text = (await keychain.get(ACCOUNT)) ?? '';
      await keychain.set(ACCOUNT, text.replace('"wrongTries":2', '"wrongTries":0'));
    },
  ],
])('a tally that is %s is reported as damaged', async (_what, damage) => {
  const { keychain, tally: first } = await tally();
  await first.setWrongTries(2);
  await damage(keychain);
  await expect(openTally(keychain, ID, key)).rejects.toMatchObject({ code: 'keychain.damaged' });
});

test('rejects a tally with a foreign terminal id or key', async () => {
  const { keychain } = await tally();
  await expect(openTally(keychain, ID, randomBytes(32))).rejects.toMatchObject({ code: 'keychain.damaged' });
  await keychain.set('other/tally', (await keychain.get(ACCOUNT)) ?? '');
  await expect(openTally(keychain, 'other', key)).rejects.toMatchObject({ code: 'keychain.damaged' });
});

test('combines anchors arriving during a write', async () => {
  const { keychain: inner, tally: first } = await tally();
  const written: string[] = [];
  const gates: (() => void)[] = [];
  let underWay = 0;
  const slow: Keychain = {
    ...inner,
    async set(account, secret) {
      underWay += 1;
      expect(underWay).toBe(1);
      await new Promise<void>((resolve) => gates.push(resolve));
      underWay -= 1;
      written.push(secret);
      await inner.set(account, secret);
    },
  };
  expect(first.wrongTries).toBe(0);
  const second = await openTally(slow, ID, key);
  for (const round of [0, 4]) {
    const all = [1, 2, 3, 4].map((seq) => second.keepAnchor('p', anchor(round + seq)));
    expect(second.anchor('p')).toEqual(anchor(round + 4));
    for (let turn = 0; turn < 4; turn += 1) {
      await settle();
      gates.shift()?.();
    }
    await Promise.all(all);
  }
  expect(written.map((text) => /"seq":\d+/.exec(text)?.[0])).toEqual([1, 4, 5, 8].map((seq) => `"seq":${seq}`));
});

test('a failed write keeps the count and retries the anchor', async () => {
  const { keychain, tally: first } = await tally();
  keychain.changesLeft = 0;
  await expect(first.keepAnchor('p', anchor(1))).rejects.toBeInstanceOf(SwitchedOff);
  await expect(first.setWrongTries(1)).rejects.toBeInstanceOf(SwitchedOff);
  expect(first.wrongTries).toBe(0);
  keychain.changesLeft = undefined;
  await first.keepAnchor('q', anchor(9));
  expect((await openTally(keychain, ID, key)).anchor('p')).toEqual(anchor(1));
});

test('an outdated process cannot reset tries or anchors', async () => {
  const { keychain, tally: copy } = await tally();
  const real = await openTally(keychain, ID, key);
  await real.setWrongTries(5);
  await real.keepAnchor('p', anchor(99));
  await expect(copy.setWrongTries(1)).rejects.toMatchObject({ code: 'keychain.damaged' });
  await expect(copy.keepAnchor('p', anchor(10))).rejects.toMatchObject({ code: 'keychain.damaged' });
  expect(copy.wrongTries).toBe(0);
  const next = await openTally(keychain, ID, key);
  expect(next.wrongTries).toBe(5);
  expect(next.anchor('p')).toEqual(anchor(99));
  const earlier = await keychain.get(ACCOUNT);
  await real.setWrongTries(6);
  await keychain.set(ACCOUNT, earlier ?? '');
  await expect(real.setWrongTries(7)).rejects.toMatchObject({ code: 'keychain.damaged' });
});

test("adopts a restore's anchors once, even after a failure", async () => {
  const { keychain, tally: first } = await tally();
  const restored = { id: 'r', anchors: { p: anchor(5) } };
  keychain.changesLeft = 0;
  await expect(first.adopt(restored)).rejects.toBeInstanceOf(SwitchedOff);
  expect(first.anchor('p')).toBeUndefined();
  keychain.changesLeft = undefined;
  await first.adopt(restored);
  await first.keepAnchor('p', anchor(6));
  await first.adopt(restored);
  expect((await openTally(keychain, ID, key)).anchor('p')).toEqual(anchor(6));
});

test('does not recreate a tally deleted at runtime', async () => {
  const { keychain, tally: first } = await tally();
  await first.setWrongTries(2);
  await keychain.delete(ACCOUNT);
  await expect(first.setWrongTries(0)).rejects.toMatchObject({ code: 'keychain.damaged' });
  expect(keychain.items.has(ACCOUNT)).toBe(false);
});

test.each(['before', 'after'] as const)('writes again after the keychain failed %s storing', async (when) => {
  const { keychain: inner } = await tally();
  let fails = 0;
  const weak: Keychain = {
    ...inner,
    async set(account, secret) {
      if (fails === 0 || when === 'after') await inner.set(account, secret);
      if (fails === 0) return;
      fails -= 1;
      throw new Error('the keychain went away');
    },
  };
  const first = await openTally(weak, ID, key);
  fails = 2;
  await expect(first.keepAnchor('p', anchor(1))).rejects.toThrow('went away');
  await expect(first.keepAnchor('p', anchor(2))).rejects.toThrow('went away');
  await first.keepAnchor('p', anchor(3));
  await first.setWrongTries(1);
  expect(await openTally(inner, ID, key)).toMatchObject({ wrongTries: 1 });
});
