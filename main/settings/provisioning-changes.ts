import { calculateJwkThumbprint } from 'jose';
import type { ProvisioningChange } from '../../preload/contract/provisioning.ts';
import { type KeysOfState, keysAfter } from '../identity/keys-for.ts';
import { publicHalf, type SigningKey } from '../service/signing-key.ts';
import type { Provisioning } from './provisioning-file.ts';
import { withoutBlanks, withoutDefaults } from './save-settings.ts';
import type { TerminalSettings } from './settings.ts';
import type { TerminalFile } from './terminal-file-versions.ts';

/** What a terminal has now. A key that cannot be read is absent: the file's is told as another one. */
export interface PresentTerminal {
  readonly file: Pick<TerminalFile, 'mode' | 'counter' | 'settings'>;
  readonly keys: KeysOfState;
}

type Value = ProvisioningChange['before'];
type Row = readonly [ProvisioningChange['field'], Value, Value];

/**
 * What a provisioning file would change, as a person is shown it: first who manages and signs, then the order of the file.
 * Of signing keys only the id and a fingerprint are told, of the API key and the PIN only that it would be another one, and of
 * the API key that there would be none. That the
 * file's PIN is the present one is never told: each start with another file would be a guess that nobody counts.
 */
export async function provisioningChanges(
  { file, keys }: PresentTerminal,
  { draft, counter, tuning, ...given }: Provisioning,
): Promise<readonly ProvisioningChange[]> {
  const before = settingsRows(file.settings);
  const after = new Map(
    settingsRows({ ...draft, callbacks: withoutBlanks(draft.callbacks), sale: withoutDefaults(draft.sale), tuning }),
  );
  const keysThen = keysAfter(keys, given, draft);
  const rows: readonly Row[] = [
    ['mode', file.mode, 'live'],
    ['managerPin', undefined, draft.managerPin ? true : undefined],
    ['counter.shortestPin', file.counter.shortestPin, counter.shortestPin ?? file.counter.shortestPin],
    ['keys.signingKey', await keyName(keys.signingKey), await keyName(keysThen.signingKey)],
    ['keys.nextKey', await keyName(keys.nextKey?.key), await keyName(keysThen.nextKey?.key)],
    ['keys.previousKey', await keyName(keys.previousKey?.key), await keyName(keysThen.previousKey?.key)],
    ['keys.apiKey', undefined, keysThen.apiKey === keys.apiKey ? undefined : keysThen.apiKey !== undefined],
    ['counter.refundPinAbove', limitOf(file), counter.refundPinAbove ?? limitOf(file)],
    ...before.map(([field, value]): Row => [field, value, after.get(field)]),
  ];
  return rows
    .filter(([, was, becomes]) => was !== becomes)
    .map(([field, was, becomes]) => ({
      field,
      ...(was === undefined ? {} : { before: was }),
      ...(becomes === undefined ? {} : { after: becomes }),
    }));
}

function limitOf({ counter }: PresentTerminal['file']): number {
  return counter.refundPinAbove ?? 0;
}

/** The id of a key and so much of its thumbprint (RFC 7638) that two keys with one id are told apart. */
async function keyName(key: SigningKey | undefined): Promise<string | undefined> {
  if (key === undefined) return undefined;
  const thumbprint = await calculateJwkThumbprint(publicHalf(key));
  return `${key.kid} · ${thumbprint.slice(0, 16)}`;
}

/** Every field with its value; where there are no settings yet, without one. */
function settingsRows(
  settings: TerminalSettings | undefined,
): readonly (readonly [ProvisioningChange['field'], Value])[] {
  const { service, merchant, shop, pos, callbacks, till, sale, tuning } = settings ?? {};
  const listen = callbacks?.listen;
  return [
    ['service.environment', service?.environment],
    ['service.baseUrl', service?.baseUrl],
    ['service.jwksUrl', service?.jwksUrl],
    ['service.claimPrefix', service?.claimPrefix],
    ['service.issuer', service?.issuer],
    ['merchant.merchantId', merchant?.merchantId],
    ['merchant.profileId', merchant?.profileId],
    ['shop.shopId', shop?.shopId],
    ['shop.shopName', shop?.shopName],
    ['pos.posId', pos?.posId],
    ['callbacks.callbackUrl', callbacks?.callbackUrl],
    ['callbacks.identifyCallbackUrl', callbacks?.identifyCallbackUrl],
    ['callbacks.listen', listen && `${listen.host}:${listen.port}`],
    ['till.chargeWith', settings && (till?.chargeWith ?? 'static-qr')],
    ['till.sticker', settings && (till?.sticker ?? false)],
    ['sale.description', sale?.description],
    ['sale.referencePattern', sale?.referencePattern],
    ['sale.bulkId', sale?.bulkId],
    ['sale.voucherSchemes', sale?.voucherSchemes?.join(', ')],
    ['sale.voucherMaximum', sale?.voucherMaximum],
    ['tuning.pathClaim', tuning?.pathClaim],
    ['tuning.pathClaimPrefix', tuning?.pathClaimPrefix],
    ['tuning.connectTimeoutMs', tuning?.connectTimeoutMs],
    ['tuning.headersTimeoutMs', tuning?.headersTimeoutMs],
    ['tuning.bodyTimeoutMs', tuning?.bodyTimeoutMs],
    ['tuning.toleranceSeconds', tuning?.toleranceSeconds],
    ['tuning.refundKeyHours', tuning?.refundKeyHours],
    ['tuning.reconciliationIssuer', tuning?.reconciliationIssuer],
    ['tuning.pollShortestMs', tuning?.pollShortestMs],
    ['tuning.pollLongestMs', tuning?.pollLongestMs],
  ];
}
