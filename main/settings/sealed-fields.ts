import { isDeepStrictEqual } from 'node:util';
import type { TerminalFile } from './terminal-file-versions.ts';

/**
 * The fields of `terminal.json` that are sealed: where money goes, who may do what, and whom the till believes. Every
 * field is either here or among those of comfort, which a person may edit by hand; a test says so.
 */
export const sealedFields = [
  'mode',
  'settings.service.environment',
  'settings.service.baseUrl',
  'settings.service.jwksUrl',
  'settings.service.claimPrefix',
  'settings.service.issuer',
  'settings.merchant.merchantId',
  'settings.merchant.profileId',
  'settings.shop.shopId',
  'settings.shop.shopName',
  'settings.pos.posId',
  'settings.callbacks.callbackUrl',
  'settings.callbacks.identifyCallbackUrl',
  'settings.callbacks.listen.host',
  'settings.callbacks.listen.port',
  'settings.till.chargeWith',
  'settings.till.sticker',
  'settings.sale.description',
  'settings.sale.referencePattern',
  'settings.sale.bulkId',
  'settings.sale.voucherSchemes',
  'settings.sale.voucherMaximum',
  'settings.tuning.pathClaim',
  'settings.tuning.pathClaimPrefix',
  'settings.tuning.connectTimeoutMs',
  'settings.tuning.headersTimeoutMs',
  'settings.tuning.bodyTimeoutMs',
  'settings.tuning.toleranceSeconds',
  'settings.tuning.refundKeyHours',
  'settings.tuning.reconciliationIssuer',
  'settings.tuning.pollShortestMs',
  'settings.tuning.pollLongestMs',
  'counter.maximum',
  'counter.unusualFactor',
  'counter.refundPinAbove',
  'counter.shortestPin',
  'counter.display.receiptUrl',
  // Who can read what a pack tells of this terminal.
  'supportKey',
  'provisioningAlarm',
] as const;

/** How the counter looks, sounds and types. */
export const comfortFields = [
  'counter.entry',
  'counter.quickAmounts',
  'counter.returnAfterSeconds',
  'counter.languages',
  'counter.sound',
  'counter.display.message',
  'counter.display.thanksSeconds',
  'counter.display.logo',
  'counter.display.apps',
  'counter.display.idle',
  'counter.display.rotation',
  'counter.screens',
  'counter.kiosk',
  // What is installed is signed, wherever it comes from.
  'counter.updates',
  'counter.printing',
] as const;

/** Values of the sealed fields by their path; those that are absent are left out. */
export function sealedValues(
  file: Pick<TerminalFile, 'mode' | 'settings' | 'counter' | 'supportKey' | 'provisioningAlarm'>,
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const path of sealedFields) {
    const value = valueAt(file, path.split('.'));
    if (value !== undefined) values.set(path, value);
  }
  return values;
}

/** Whether two files have the same in every sealed field. */
export function isSealedAlike(one: TerminalFile, other: TerminalFile): boolean {
  return changedFields(one, other).length === 0;
}

/** The sealed fields that differ between two files. */
export function changedFields(one: TerminalFile, other: TerminalFile): readonly string[] {
  const [before, after] = [sealedValues(one), sealedValues(other)];
  return sealedFields.filter((path) => !isDeepStrictEqual(before.get(path), after.get(path)));
}

/** All fields that differ between two files, sealed or not. */
export function everyChangedField(one: TerminalFile, other: TerminalFile): readonly string[] {
  const differs = (path: string) => !isDeepStrictEqual(valueAt(one, path.split('.')), valueAt(other, path.split('.')));
  return [...changedFields(one, other), ...comfortFields.filter(differs)];
}

/** The value at a path of a file, undefined where there is none. */
export function valueAt(from: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return from;
  if (typeof from !== 'object' || from === null) return undefined;
  return valueAt(Object.getOwnPropertyDescriptor(from, name)?.value, rest);
}
