import { beforeEach, expect, test } from 'vitest';
import { createRefundIbans, type RefundIbans } from '../../main/windows/refund-iban.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { privatePlaces } from './ipc-handlers/till-with-handlers.ts';

const IBAN = 'NL91ABNA0417164300';
const forgotten = expect.objectContaining({ code: 'refund-iban.forgotten' });
let clock: VirtualClock;
let seen: { clipboard: string; shown: string[] };
let ibans: RefundIbans;
beforeEach(() => {
  clock = new VirtualClock();
  seen = { clipboard: 'of somebody', shown: [] };
  ibans = createRefundIbans({ clock, places: privatePlaces(seen) });
});

test.each([
  [IBAN, 'NL•• •••• •••• ••43 00'],
  ['BE68539007547034', 'BE•• •••• •••• 7034'],
  ['NO9386011117947', 'NO•• •••• •••7 947'],
])('masks %s as %s', (iban, masked) => {
  expect(ibans.keep('sale', iban)).toEqual({ masked, forgottenAt: clock.now() + 120_000 });
});

test('copies the account and clears the clipboard after a minute', async () => {
  ibans.keep('sale', IBAN);
  expect(await ibans.copy('sale')).toEqual({ clearedAt: clock.now() + 60_000 });
  expect(seen.clipboard).toBe(IBAN);
  await clock.advance(59_000);
  expect(seen.clipboard).toBe(IBAN);
  await clock.advance(1_000);
  expect(seen.clipboard).toBe('');
});

test('gives each account its own minute', async () => {
  ibans.keep('sale', IBAN);
  await ibans.copy('sale');
  await clock.advance(50_000);
  ibans.keep('other', 'BE68539007547034');
  await ibans.copy('other');
  await clock.advance(59_000);
  expect(seen.clipboard).toBe('BE68539007547034');
  await clock.advance(60_000);
  expect(ibans.require('other')).toBe('BE68539007547034');
  expect(seen.clipboard).toBe('');
  await clock.advance(1_000);
  expect(() => ibans.require('other')).toThrow(forgotten);
});

test('clears the previous account even when a later copy fails', async () => {
  const places = privatePlaces(seen);
  const writeClipboard = async (text: string) => {
    if (text.startsWith('BE')) throw new Error('refused');
    await places.writeClipboard(text);
  };
  ibans = createRefundIbans({ clock, places: { ...places, writeClipboard } });
  ibans.keep('sale', IBAN);
  await ibans.copy('sale');
  ibans.keep('sale', 'BE68539007547034');
  await expect(ibans.copy('sale')).rejects.toThrow('refused');
  await clock.advance(60_000);
  expect(seen.clipboard).toBe('');
});

test('leaves later clipboard content alone', async () => {
  ibans.keep('sale', IBAN);
  await ibans.copy('sale');
  seen.clipboard = 'something else';
  await clock.advance(60_000);
  await ibans.close();
  expect(seen.clipboard).toBe('something else');
});

test('closing the app clears only its own clipboard content', async () => {
  ibans.keep('sale', IBAN);
  await ibans.close();
  expect(seen.clipboard).toBe('of somebody');
  ibans.keep('sale', IBAN);
  await ibans.copy('sale');
  await ibans.close();
  expect(seen.clipboard).toBe('');
  expect(clock.pending).toBe(0);
});

test('shows the account in groups of four', async () => {
  ibans.keep('sale', IBAN);
  await ibans.show('sale');
  expect(seen.shown).toEqual(['NL91 ABNA 0417 1643 00']);
});

test('forgets the account after two minutes, for each payment', async () => {
  ibans.keep('sale', IBAN);
  expect(() => ibans.require('other')).toThrow(forgotten);
  await clock.advance(119_000);
  expect(ibans.require('sale')).toBe(IBAN);
  await clock.advance(1_000);
  await expect(ibans.copy('sale')).rejects.toEqual(forgotten);
  await expect(ibans.show('sale')).rejects.toEqual(forgotten);
  expect(seen).toEqual({ clipboard: 'of somebody', shown: [] });
});
