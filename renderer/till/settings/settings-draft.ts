import type { FieldPath } from 'react-hook-form';
import { type SettingsDraft, type SettingsView, settingsDraft } from '../../../preload/contract.ts';
import type { ErrorView } from '../../../preload/views.ts';
import { issueView } from '../form/field-fault.ts';
import { parseAmount } from '../form/parse-amount.ts';
import { signingKeyFault } from './signing-key-fault.ts';

/** The texts in the Settings view, grouped as in the provisioning file (docs/interface.md). */
export type SettingsTexts = {
  readonly shop: { readonly shopName: string; readonly shopId: string };
  readonly pos: { readonly posId: string };
  readonly merchant: { readonly merchantId: string; readonly profileId: string };
  readonly service: {
    readonly environment: 'PREPROD' | 'PROD';
    readonly baseUrl: string;
    readonly jwksUrl: string;
    readonly claimPrefix: string;
    readonly issuer: string;
  };
  readonly callbacks: {
    readonly callbackUrl: string;
    readonly identifyCallbackUrl: string;
    readonly listen: { readonly host: string; readonly port: string };
  };
  readonly keys: { readonly signingKey: string; readonly apiKey: string };
  readonly managerPin: string;
  readonly till: {
    readonly chargeWith: 'static-qr' | 'payment';
    readonly sticker: boolean;
    readonly refundPinAbove: string;
  };
};

/** Every field by its path. */
export const paths = [
  'shop.shopName',
  'shop.shopId',
  'pos.posId',
  'merchant.merchantId',
  'merchant.profileId',
  'service.environment',
  'service.baseUrl',
  'service.jwksUrl',
  'service.claimPrefix',
  'service.issuer',
  'callbacks.callbackUrl',
  'callbacks.identifyCallbackUrl',
  'callbacks.listen.host',
  'callbacks.listen.port',
  'keys.signingKey',
  'keys.apiKey',
  'managerPin',
  'till.chargeWith',
  'till.sticker',
  'till.refundPinAbove',
] as const satisfies readonly FieldPath<SettingsTexts>[];
export type Path = (typeof paths)[number];
export type Faults = Readonly<Partial<Record<Path, ErrorView>>>;

/** What is stored, as texts to edit. Secrets start empty, because main never gives them out. */
export function textsOf({ settings }: SettingsView, amountText: (cents: number) => string): SettingsTexts {
  const { shop, pos, merchant, service, callbacks, till } = settings ?? {};
  return {
    shop: { shopName: shop?.shopName ?? '', shopId: shop?.shopId ?? '' },
    pos: { posId: pos?.posId ?? '' },
    merchant: { merchantId: merchant?.merchantId ?? '', profileId: merchant?.profileId ?? '' },
    service: {
      environment: service?.environment ?? 'PREPROD',
      baseUrl: service?.baseUrl ?? '',
      jwksUrl: service?.jwksUrl ?? '',
      claimPrefix: service?.claimPrefix ?? '',
      issuer: service?.issuer ?? '',
    },
    callbacks: {
      callbackUrl: callbacks?.callbackUrl ?? '',
      identifyCallbackUrl: callbacks?.identifyCallbackUrl ?? '',
      listen: { host: callbacks?.listen?.host ?? '', port: String(callbacks?.listen?.port ?? '') },
    },
    keys: { signingKey: '', apiKey: '' },
    managerPin: '',
    till: {
      chargeWith: till?.chargeWith ?? 'static-qr',
      sticker: till?.sticker ?? false,
      refundPinAbove: till?.refundPinAbove === undefined ? '' : amountText(till.refundPinAbove),
    },
  };
}

/** The draft to save, or every fault at its field: `draft` is only there when there is no fault. */
export function checkSettings(
  texts: SettingsTexts,
  keySet: boolean,
): { readonly faults: Faults; readonly draft: SettingsDraft | undefined } {
  const faults: Partial<Record<Path, ErrorView>> = {};
  const limit = pinLimit(texts.till.refundPinAbove);
  if (limit.fault !== undefined) faults['till.refundPinAbove'] = limit.fault;
  const keyFault = signingKeyFault(texts.keys.signingKey, keySet);
  if (keyFault !== undefined) faults['keys.signingKey'] = { code: keyFault, message: keyFault, retryable: false };
  const checked = settingsDraft.safeParse(draftOf(texts, limit.cents));
  for (const issue of checked.error?.issues ?? []) {
    const path = pathOf(issue.path);
    if (path !== undefined) faults[path] ??= issueView(issue);
  }
  return { faults, draft: checked.success && Object.keys(faults).length === 0 ? checked.data : undefined };
}

/** Whether saving leads to another record of payments: each environment, merchant and profile has its own. */
export function isOtherAccount(texts: SettingsTexts, { settings }: SettingsView): boolean {
  if (settings === null) return false;
  const { service, merchant } = settings;
  const stored = [service.environment, merchant.merchantId, merchant.profileId];
  const typed = [texts.service.environment, texts.merchant.merchantId, texts.merchant.profileId];
  return stored.some((part, index) => part !== typed[index]?.trim());
}

/** The field that an error of main belongs to. Main names it by its whole path or by the last part. */
export function pathOfField(field: string | undefined): Path | undefined {
  if (field === undefined) return undefined;
  return (
    paths.find((path) => path === field || field.startsWith(`${path}.`)) ??
    paths.find((path) => path.endsWith(`.${field}`))
  );
}

function pathOf(path: readonly PropertyKey[]): Path | undefined {
  const name = path.map(String).join('.');
  return paths.find((candidate) => candidate === name);
}

/** The texts as the contract takes them: trimmed, and without the keys that were left empty. */
function draftOf(texts: SettingsTexts, refundPinAbove: number | undefined): unknown {
  const { listen, ...addresses } = texts.callbacks;
  const { host, port } = trimmed(listen);
  const { chargeWith, sticker } = texts.till;
  return {
    service: trimmed(texts.service),
    merchant: trimmed(texts.merchant),
    shop: trimmed(texts.shop),
    pos: trimmed(texts.pos),
    callbacks: {
      ...trimmed(addresses),
      ...(host === '' && port === '' ? {} : { listen: { host, port: /^\d+$/.test(port) ? Number(port) : Number.NaN } }),
    },
    keys: Object.fromEntries(Object.entries(trimmed(texts.keys)).filter(([, text]) => text !== '')),
    managerPin: texts.managerPin,
    till: { chargeWith, sticker, ...(refundPinAbove === undefined ? {} : { refundPinAbove }) },
  };
}

function trimmed<Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, string> {
  const entries = Object.entries<string>(texts).map(([name, text]) => [name, text.trim()]);
  return Object.fromEntries(entries);
}

/** Empty means no limit. Zero is a limit: every refund then asks for the PIN. */
function pinLimit(text: string): { readonly cents?: number; readonly fault?: ErrorView } {
  if (text.trim() === '') return {};
  const read = parseAmount(text);
  if (read.ok) return { cents: read.cents };
  if (read.code === 'amount.zero') return { cents: 0 };
  const values = read.character === undefined ? {} : { character: read.character };
  return { fault: { code: read.code, message: read.code, retryable: false, values } };
}
