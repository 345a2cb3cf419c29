import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { paired, pairedInMemory, START } from './open-api.ts';

const code = (registers: ReturnType<typeof pairedInMemory>['registers']) => registers.beginPairing().code;

test('pairs by a six-digit code and stores a token hash', async () => {
  const { registers, record, acts } = pairedInMemory();
  const { id, token } = await paired(registers, 'Kassa');
  expect(registers.pairing()).toBeUndefined();
  const tokenHash = createHash('sha256').update(token).digest('base64url');
  expect(record().registers).toEqual([{ id, name: 'Kassa', tokenHash, pairedAt: START }]);
  expect(registers.asking(token)).toMatchObject({ id });
  expect(registers.list()).toEqual([{ id, name: 'Kassa', pairedAt: START }]);
  expect(acts).toEqual(['register-paired Mia Kassa']);
});

test('training needs no keychain, but waits for a locked keychain', async () => {
  const without = (fault: 'keychain.missing' | 'keychain.locked') =>
    pairedInMemory(new TillError(fault, 'no keychain'));
  const { registers, record } = without('keychain.missing');
  const { id, token } = await paired(registers);
  expect([registers.asking(token).id, record().registers]).toEqual([id, undefined]);
  await registers.end(id);
  expect(registers.list()).toEqual([]);
  await expect(paired(without('keychain.locked').registers)).rejects.toMatchObject({ code: 'keychain.locked' });
});

test('a failed keychain write leaves the pairing code valid', async () => {
  const { registers, record, keychain } = pairedInMemory(new TillError('keychain.locked', 'locked'));
  const right = code(registers);
  await expect(registers.pair(right, 'Kassa', undefined)).rejects.toMatchObject({ code: 'keychain.locked' });
  expect(registers.pairing()).toMatchObject({ code: right });
  keychain.fault = undefined;
  const both = await Promise.allSettled([
    registers.pair(right, 'Kassa', undefined),
    registers.pair(right, 'Bar', undefined),
  ]);
  expect(both).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'register.no-pairing' } }]);
  expect(record().registers).toMatchObject([{ name: 'Kassa' }]);
  await expect(registers.pair(right, 'Bar', undefined)).rejects.toMatchObject({ code: 'register.no-pairing' });
});

test('five wrong codes or two minutes end a pairing', async () => {
  const { registers, clock } = pairedInMemory();
  const right = code(registers);
  for (const left of [4, 3, 2, 1, 0])
    await expect(registers.pair('000000', 'Kassa', undefined)).rejects.toMatchObject({
      code: 'register.code',
      values: { left },
    });
  await expect(registers.pair(right, 'Kassa', undefined)).rejects.toMatchObject({ code: 'register.no-pairing' });
  expect(registers.beginPairing()).toEqual({ code: right, until: START + 120_000 });
  await clock.advance(120_000);
  expect(registers.pairing()).toBeUndefined();
});

test('a taken name does not consume the pairing code', async () => {
  const { registers } = pairedInMemory();
  await paired(registers, 'Kassa');
  const right = code(registers);
  await expect(registers.pair(right, 'KASSA', undefined)).rejects.toMatchObject({ code: 'register.name-taken' });
  await registers.pair(right, 'Kassa 2', undefined);
});

test('ending a register revokes its token and its id', async () => {
  const { registers, acts } = pairedInMemory();
  const { id, token } = await paired(registers);
  await registers.end(id);
  expect(() => registers.asking(token)).toThrow('No paired register');
  await expect(registers.end(id)).rejects.toMatchObject({ code: 'register.no-register' });
  expect((await paired(registers)).id).not.toBe(id);
  expect(acts.slice(1)).toEqual(['register-ended Mia Kassa', 'register-paired Mia Kassa']);
});

test('refuses to pair more registers than allowed', async () => {
  const { registers } = pairedInMemory();
  for (let number = 1; number <= 20; number += 1) await paired(registers, `Kassa ${number}`);
  expect(registers.beginPairing).toThrow('Maximum number of registers');
});
