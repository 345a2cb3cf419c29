import { type SettingsDraft, type SettingsView, settingsDraft } from '../../../preload/contract.ts';
import type { ErrorView } from '../../../preload/views.ts';
import { issueView } from '../form/field-fault.ts';
import { parseAmount } from '../form/parse-amount.ts';
import { signingKeyFault } from './signing-key-fault.ts';

/** Every box of the Settings view by its place in the provisioning file (design: 8). */
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
] as const;
export type Path = (typeof paths)[number];
export type Texts = Readonly<Record<Path, string>>;
export type Faults = Readonly<Partial<Record<Path, ErrorView>>>;

/** What is stored, as the texts of the boxes. Secrets start empty: they never come out. */
export function textsOf(view: SettingsView, amountText: (cents: number) => string): Texts {
  const { settings } = view;
  const till = settings?.till;
  return {
    'shop.shopName': settings?.shop.shopName ?? '',
    'shop.shopId': settings?.shop.shopId ?? '',
    'pos.posId': settings?.pos.posId ?? '',
    'merchant.merchantId': settings?.merchant.merchantId ?? '',
    'merchant.profileId': settings?.merchant.profileId ?? '',
    'service.environment': settings?.service.environment ?? 'PREPROD',
    'service.baseUrl': settings?.service.baseUrl ?? '',
    'service.jwksUrl': settings?.service.jwksUrl ?? '',
    'service.claimPrefix': settings?.service.claimPrefix ?? '',
    'service.issuer': settings?.service.issuer ?? '',
    'callbacks.callbackUrl': settings?.callbacks?.callbackUrl ?? '',
    'callbacks.identifyCallbackUrl': settings?.callbacks?.identifyCallbackUrl ?? '',
    'callbacks.listen.host': settings?.callbacks?.listen?.host ?? '',
    'callbacks.listen.port': String(settings?.callbacks?.listen?.port ?? ''),
    'keys.signingKey': '',
    'keys.apiKey': '',
    managerPin: '',
    'till.chargeWith': till?.chargeWith ?? 'static-qr',
    'till.sticker': till?.sticker ? 'yes' : 'no',
    'till.refundPinAbove': till?.refundPinAbove === undefined ? '' : amountText(till.refundPinAbove),
  };
}

/** The whole draft with every fault at its box; `draft` is there only when there is none. */
export function checkSettings(
  texts: Texts,
  keySet: boolean,
): { readonly faults: Faults; readonly draft: SettingsDraft | undefined } {
  const faults: Partial<Record<Path, ErrorView>> = {};
  const limit = pinLimit(texts['till.refundPinAbove']);
  if (limit.fault !== undefined) faults['till.refundPinAbove'] = limit.fault;
  const keyFault = signingKeyFault(texts['keys.signingKey'], keySet);
  if (keyFault !== undefined) faults['keys.signingKey'] = { code: keyFault, message: keyFault, retryable: false };
  const checked = settingsDraft.safeParse(assemble(texts, limit.cents));
  for (const issue of checked.error?.issues ?? []) {
    const path = pathOf(issue.path);
    if (path !== undefined) faults[path] ??= issueView(issue);
  }
  return { faults, draft: checked.success && Object.keys(faults).length === 0 ? checked.data : undefined };
}

/** Whether saving sets the till to another record of payments: each environment, merchant and profile has its own. */
export function isOtherAccount(texts: Texts, { settings }: SettingsView): boolean {
  if (settings === null) return false;
  const { service, merchant } = settings;
  const stored = [service.environment, merchant.merchantId, merchant.profileId];
  const typed = [texts['service.environment'], texts['merchant.merchantId'], texts['merchant.profileId']];
  return stored.some((part, index) => part !== typed[index]?.trim());
}

/** The box that an error of main belongs to: named by its whole path or by its last part. */
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

function assemble(texts: Texts, refundPinAbove: number | undefined): unknown {
  const secret = { signingKey: texts['keys.signingKey'].trim(), apiKey: texts['keys.apiKey'].trim() };
  const host = texts['callbacks.listen.host'].trim();
  const port = texts['callbacks.listen.port'].trim();
  return {
    service: {
      environment: texts['service.environment'],
      baseUrl: texts['service.baseUrl'].trim(),
      jwksUrl: texts['service.jwksUrl'].trim(),
      claimPrefix: texts['service.claimPrefix'].trim(),
      issuer: texts['service.issuer'].trim(),
    },
    merchant: { merchantId: texts['merchant.merchantId'].trim(), profileId: texts['merchant.profileId'].trim() },
    shop: { shopId: texts['shop.shopId'].trim(), shopName: texts['shop.shopName'].trim() },
    pos: { posId: texts['pos.posId'].trim() },
    callbacks: {
      callbackUrl: texts['callbacks.callbackUrl'].trim(),
      identifyCallbackUrl: texts['callbacks.identifyCallbackUrl'].trim(),
      ...(host === '' && port === '' ? {} : { listen: { host, port: /^\d+$/.test(port) ? Number(port) : Number.NaN } }),
    },
    keys: {
      ...(secret.signingKey === '' ? {} : { signingKey: secret.signingKey }),
      ...(secret.apiKey === '' ? {} : { apiKey: secret.apiKey }),
    },
    managerPin: texts.managerPin,
    till: {
      chargeWith: texts['till.chargeWith'],
      sticker: texts['till.sticker'] === 'yes',
      ...(refundPinAbove === undefined ? {} : { refundPinAbove }),
    },
  };
}

/** Empty: no limit. Zero is a limit too: then every refund asks for the PIN. */
function pinLimit(text: string): { readonly cents?: number; readonly fault?: ErrorView } {
  if (text.trim() === '') return {};
  const read = parseAmount(text);
  if (read.ok) return { cents: read.cents };
  if (read.code === 'amount.zero') return { cents: 0 };
  const values = read.character === undefined ? {} : { character: read.character };
  return { fault: { code: read.code, message: read.code, retryable: false, values } };
}
