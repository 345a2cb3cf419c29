import { DEFAULT_REFERENCE_PATTERN } from '../../../preload/contract/reference-pattern.ts';
import type { SettingsView } from '../../../preload/contract/settings.ts';
import { accountSettings, POLL_PAUSES } from '../../../preload/contract/settings-table.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { amountOf, numberOf } from './counter-draft.ts';

/** What each sale says to the service, and how the client talks to it, as texts to edit. */

export type SaleTexts = {
  readonly description: string;
  readonly referencePattern: string;
  readonly bulkId: string;
  /** Names with commas between. */
  readonly voucherSchemes: string;
  readonly voucherMaximum: string;
};

export type TuningTexts = {
  readonly pathClaim: 'path' | 'path-and-query';
  readonly pathClaimPrefix: 'with-prefix' | 'without-prefix';
  readonly connectTimeoutMs: string;
  readonly headersTimeoutMs: string;
  readonly bodyTimeoutMs: string;
  readonly toleranceSeconds: string;
  readonly refundKeyHours: string;
  readonly reconciliationIssuer: string;
  readonly pollShortestMs: string;
  readonly pollLongestMs: string;
};

/** Every field by its path. */
export const accountPaths = [
  'sale.description',
  'sale.referencePattern',
  'sale.bulkId',
  'sale.voucherSchemes',
  'sale.voucherMaximum',
  'tuning.pathClaim',
  'tuning.pathClaimPrefix',
  'tuning.toleranceSeconds',
  'tuning.reconciliationIssuer',
  'tuning.connectTimeoutMs',
  'tuning.headersTimeoutMs',
  'tuning.bodyTimeoutMs',
  'tuning.pollShortestMs',
  'tuning.pollLongestMs',
  'tuning.refundKeyHours',
] as const;

/** A pattern that nobody has set is shown as the one that holds. */
export function saleTexts(
  sale: NonNullable<SettingsView['settings']>['sale'],
  amountText: (cents: number) => string,
): SaleTexts {
  const { description = '', referencePattern, bulkId = '', voucherSchemes = [], voucherMaximum } = sale ?? {};
  return {
    description,
    referencePattern: referencePattern ?? DEFAULT_REFERENCE_PATTERN,
    bulkId,
    voucherSchemes: voucherSchemes.join(', '),
    voucherMaximum: voucherMaximum === undefined ? '' : amountText(voucherMaximum),
  };
}

/** What is shown is what holds, whether it was set or not. */
export function tuningTexts(stored: NonNullable<SettingsView['settings']>['tuning'] | undefined): TuningTexts {
  const tuning = stored ?? accountSettings.members.tuning.given.parse({});
  return {
    pathClaim: tuning.pathClaim,
    pathClaimPrefix: tuning.pathClaimPrefix,
    connectTimeoutMs: String(tuning.connectTimeoutMs),
    headersTimeoutMs: String(tuning.headersTimeoutMs),
    bodyTimeoutMs: String(tuning.bodyTimeoutMs),
    toleranceSeconds: String(tuning.toleranceSeconds),
    refundKeyHours: String(tuning.refundKeyHours),
    reconciliationIssuer: tuning.reconciliationIssuer ?? '',
    pollShortestMs: String(tuning.pollShortestMs ?? POLL_PAUSES.shortestMs),
    pollLongestMs: String(tuning.pollLongestMs ?? POLL_PAUSES.longestMs),
  };
}

/** What the texts say, for the contract to check, and what is wrong with a text that is to be an amount. */
export function saleOf(texts: SaleTexts): { readonly sale: unknown; readonly fault: ErrorView | undefined } {
  const schemes = texts.voucherSchemes.split(/[,;]/).map((name) => name.trim());
  const maximum = texts.voucherMaximum.trim() === '' ? undefined : amountOf(texts.voucherMaximum);
  const sale = {
    description: texts.description.trim(),
    referencePattern: texts.referencePattern.trim(),
    bulkId: texts.bulkId.trim(),
    voucherSchemes: schemes.filter((name) => name !== ''),
    ...(maximum && { voucherMaximum: maximum.cents }),
  };
  return { sale, fault: maximum?.fault };
}

export function tuningOf(texts: TuningTexts): unknown {
  const { pathClaim, pathClaimPrefix, reconciliationIssuer, pollShortestMs, pollLongestMs, ...numbers } = texts;
  const issuer = reconciliationIssuer.trim();
  return {
    pathClaim,
    pathClaimPrefix,
    ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, numberOf(text)])),
    ...(issuer && { reconciliationIssuer: issuer }),
    ...pause('pollShortestMs', pollShortestMs, POLL_PAUSES.shortestMs),
    ...pause('pollLongestMs', pollLongestMs, POLL_PAUSES.longestMs),
  };
}

/** The usual one is not written down, so that it follows the usual one of later versions. */
function pause(name: string, text: string, usual: number): Readonly<Record<string, number>> {
  const ms = numberOf(text);
  return ms === usual ? {} : { [name]: ms };
}
