import fastDeepEqual from 'fast-deep-equal';
import type { FieldPath } from 'react-hook-form';
import type { z } from 'zod';
import { pinField } from '../../../preload/contract/fields.ts';
import {
  type CounterSave,
  counterSave,
  type SettingsDraft,
  type SettingsView,
  settingsDraft,
} from '../../../preload/contract/settings.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { faultOf, issueView } from '../form/field-fault.ts';
import {
  accountPaths,
  type SaleTexts,
  saleOf,
  saleTexts,
  type TuningTexts,
  tuningOf,
  tuningTexts,
} from './account-draft.ts';
import { type CounterTexts, counterOf, counterPaths, counterTexts } from './counter-draft.ts';
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
  /** The PIN once more: what was mistyped locks everybody out. It is not stored. */
  readonly managerPinAgain: string;
  readonly till: {
    readonly chargeWith: 'static-qr' | 'payment';
    readonly sticker: boolean;
  };
  readonly sale: SaleTexts;
  readonly tuning: TuningTexts;
  readonly counter: CounterTexts;
};

/** What a save is about: the whole terminal, or the counter and the PIN alone, which need no account. */
export type SettingsToSave =
  | { readonly scope: 'terminal'; readonly draft: SettingsDraft }
  | { readonly scope: 'counter'; readonly draft: CounterSave };

/** What is stored of which the view makes its texts. */
export type StoredSettings = SettingsView;

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
  'managerPinAgain',
  'till.chargeWith',
  'till.sticker',
  ...accountPaths,
  ...counterPaths,
] as const satisfies readonly FieldPath<SettingsTexts>[];
export type Path = (typeof paths)[number];
export type Faults = Readonly<Partial<Record<Path, ErrorView>>>;

/** What is stored, as texts to edit. Secrets start empty, because main never gives them out. */
export function textsOf({ settings, counter }: StoredSettings, amountText: (cents: number) => string): SettingsTexts {
  const { shop, pos, merchant, service, callbacks, till, sale, tuning } = settings ?? {};
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
    managerPinAgain: '',
    till: {
      chargeWith: till?.chargeWith ?? 'static-qr',
      sticker: till?.sticker ?? false,
    },
    sale: saleTexts(sale, amountText),
    tuning: tuningTexts(tuning),
    counter: counterTexts(counter, amountText),
  };
}

interface Checked {
  readonly faults: Faults;
  readonly save: SettingsToSave | undefined;
}

/** What is to be saved, or every fault at its field: `save` is only there when there is no fault. */
export function checkSettings(texts: SettingsTexts, initial: SettingsTexts, stored: StoredSettings): Checked {
  return isOfCounterAlone(texts, initial) ? checkCounter(texts, stored) : checkTerminal(texts, stored);
}

function checkCounter(texts: SettingsTexts, stored: StoredSettings): Checked {
  const { counter, faults, check } = checking(texts, stored);
  const draft = check(counterSave.safeParse({ counter, managerPin: texts.managerPin, version: stored.version }));
  return { faults, save: draft && { scope: 'counter', draft } };
}

/** The same for the whole terminal, whatever of it has changed: everything that an account needs must be there. */
export function checkTerminal(texts: SettingsTexts, stored: StoredSettings): Checked {
  const { counter, faults, check } = checking(texts, stored);
  const keyFault = signingKeyFault(texts.keys.signingKey, stored.signingKeyId !== undefined);
  if (keyFault !== undefined) faults['keys.signingKey'] = { code: keyFault, message: keyFault, retryable: false };
  for (const path of keysToEnterAgain(texts, stored)) faults[path] ??= enterAgain;
  const { sale, fault: saleFault } = saleOf(texts.sale);
  if (saleFault !== undefined) faults['sale.voucherMaximum'] = saleFault;
  const account = { ...draftOf(texts), sale, tuning: tuningOf(texts.tuning) };
  const draft = check(settingsDraft.safeParse({ ...account, counter, version: stored.version }));
  return { faults, save: draft && { scope: 'terminal', draft } };
}

/** The faults that only texts can have, and how those of a schema come to them. */
function checking(texts: SettingsTexts, stored: StoredSettings) {
  const { counter, faults: textFaults } = counterOf(texts.counter, stored.counter);
  const faults: Partial<Record<Path, ErrorView>> = { ...textFaults };
  const isPinTwice = texts.managerPin === '' || texts.managerPin === texts.managerPinAgain;
  if (!isPinTwice && faultOf(pinField, texts.managerPin) === undefined) faults.managerPinAgain = pinDiffers;
  const check = <T>(checked: z.ZodSafeParseResult<T>): T | undefined => {
    for (const issue of checked.error?.issues ?? []) {
      const path = pathOfField(issue.path.map(String).join('.'));
      if (path !== undefined) faults[path] ??= issueView(issue);
    }
    return Object.keys(faults).length === 0 ? checked.data : undefined;
  };
  return { counter, faults, check };
}

/** Something was changed, and nothing that belongs to an account. */
function isOfCounterAlone(texts: SettingsTexts, initial: SettingsTexts): boolean {
  const { counter, managerPin, managerPinAgain: _, ...account } = texts;
  const { counter: counterBefore, managerPin: pinBefore, managerPinAgain: __, ...accountBefore } = initial;
  const changed = managerPin !== pinBefore || !fastDeepEqual(counter, counterBefore);
  return changed && fastDeepEqual(account, accountBefore);
}

/** Whether saving leads to another record of payments: each environment, merchant and profile has its own. */
export function isOtherAccount(texts: SettingsTexts, { settings }: SettingsView): boolean {
  if (settings === null) return false;
  const { service, merchant } = settings;
  const stored = [service.environment, merchant.merchantId, merchant.profileId];
  const typed = [texts.service.environment, texts.merchant.merchantId, texts.merchant.profileId];
  return stored.some((part, index) => part !== typed[index]?.trim());
}

const pinDiffers: ErrorView = { code: 'pin.differs', message: 'pin.differs', retryable: false };
const enterAgain: ErrorView = { code: 'keys.elsewhere', message: 'keys.elsewhere', retryable: false };

/** The boxes that are empty while the kept key was given for somebody else. Main has the last word. */
function keysToEnterAgain(
  texts: SettingsTexts,
  stored: StoredSettings,
): readonly ('keys.signingKey' | 'keys.apiKey')[] {
  const { settings, signingKeyId, apiKeySet } = stored;
  if (settings === null || (!isOtherAccount(texts, stored) && !isOtherOrigin(texts, settings.service))) return [];
  const isEmpty = (text: string) => text.trim() === '';
  return [
    ...(signingKeyId !== undefined && isEmpty(texts.keys.signingKey) ? (['keys.signingKey'] as const) : []),
    ...(apiKeySet && isEmpty(texts.keys.apiKey) ? (['keys.apiKey'] as const) : []),
  ];
}

function isOtherOrigin({ service }: SettingsTexts, stored: SettingsTexts['service']): boolean {
  const origin = (address: string) => (URL.canParse(address.trim()) ? new URL(address.trim()).origin : address);
  return origin(service.baseUrl) !== origin(stored.baseUrl) || origin(service.jwksUrl) !== origin(stored.jwksUrl);
}

/** The field that an error of main belongs to. Main names it by its whole path or by the last part. */
export function pathOfField(field: string | undefined): Path | undefined {
  if (field === undefined) return undefined;
  return (
    paths.find((path) => path === field || field.startsWith(`${path}.`)) ??
    paths.find((path) => path.endsWith(`.${field}`))
  );
}

/** The texts as the contract takes them: trimmed, and without the keys that were left empty. */
function draftOf(texts: SettingsTexts): object {
  const { listen, ...addresses } = texts.callbacks;
  const { host, port } = trimmed(listen);
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
    till: texts.till,
  };
}

function trimmed<Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, string> {
  const entries = Object.entries<string>(texts).map(([name, text]) => [name, text.trim()]);
  return Object.fromEntries(entries);
}
