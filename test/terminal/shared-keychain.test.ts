import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { memoryKeychain } from '../../main/terminal/keychain.ts';
import { sharedKeychain } from '../../main/terminal/shared-keychain.ts';

test('everybody shares one keychain, opened when it is first needed', async () => {
  let openings = 0;
  const keychain = sharedKeychain(async () => {
    openings += 1;
    return memoryKeychain();
  });
  expect(openings).toBe(0);
  const [one, other] = await Promise.all([keychain(), keychain()]);
  expect(one).toBe(other);
  expect(openings).toBe(1);
});

test('a keychain that could not be opened is tried again when it is needed again', async () => {
  let locked = true;
  const keychain = sharedKeychain(async () => {
    if (locked) throw new TillError('keychain.missing', 'locked');
    return memoryKeychain();
  });
  await expect(keychain()).rejects.toMatchObject({ code: 'keychain.missing' });
  locked = false;
  expect((await keychain()).kind).toBe('memory');
});
