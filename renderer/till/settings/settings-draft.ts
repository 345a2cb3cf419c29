import fastDeepEqual from 'fast-deep-equal';
import { type FieldErrors, get, type Resolver, set } from 'react-hook-form';
import type { z } from 'zod';
import { pinField } from '../../../preload/contract/fields.ts';
import {
  type CounterSave,
  counterSave,
  type SettingsDraft,
  type SettingsView,
  settingsDraft,
} from '../../../preload/contract/settings.ts';
import { everySetting, type SettingPath } from '../../../preload/contract/settings-table.ts';
import { readSigningKey, type SigningKeyErrorCode, signingKeyShape } from '../../../preload/contract/signing-key.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { faultOf, issueView } from '../../ui/form/field-fault.ts';
import { accountDraft, counterDraft, type Draft, type SettingsTexts } from '../../ui/setting-texts.ts';

/** Counter and PIN can be saved alone: they need no account. */
export type SettingsToSave =
  | { readonly scope: 'terminal'; readonly draft: SettingsDraft }
  | { readonly scope: 'counter'; readonly draft: CounterSave };

export type StoredSettings = SettingsView;

const secrets = ['keys.signingKey', 'keys.apiKey', 'managerPin', 'managerPinAgain'] as const;
export type Path = SettingPath | (typeof secrets)[number];
type Faults = Readonly<Partial<Record<Path, ErrorView>>>;

const pathsWhere = (takesEffect: 'at-once' | 'reopened') =>
  everySetting.filter((setting) => setting.takesEffect === takesEffect).map(({ path }) => path);
export const paths: readonly Path[] = [...pathsWhere('reopened'), ...secrets, ...pathsWhere('at-once')];

/** Paths that can be saved without an account; they take effect at once. */
const savedAlone = new Set<Path>([...pathsWhere('at-once'), 'managerPin', 'managerPinAgain']);

/** The repeated PIN does not count as a change. */
export function changedPaths(before: SettingsTexts, after: SettingsTexts): readonly Path[] {
  return paths.filter((path) => path !== 'managerPinAgain' && !fastDeepEqual(get(before, path), get(after, path)));
}

interface Checked {
  readonly faults: Faults;
  readonly save: SettingsToSave | undefined;
}

export function resolverFor(
  check: (texts: SettingsTexts) => Checked,
  words: (fault: ErrorView) => string,
): Resolver<SettingsTexts, unknown, SettingsToSave> {
  return (texts) => {
    const { faults, save } = check(texts);
    if (save !== undefined) return { values: save, errors: {} };
    const errors = {};
    for (const path of paths) {
      const fault = faults[path];
      if (fault !== undefined) set(errors, path, { type: 'typed', message: words(fault) });
    }
    return { values: {}, errors };
  };
}

export function firstFault(errors: FieldErrors<SettingsTexts>): Path | undefined {
  return paths.find((path) => get(errors, path) !== undefined);
}

/** `save` is only set without faults. */
export function checkSettings(texts: SettingsTexts, initial: SettingsTexts, stored: StoredSettings): Checked {
  const changed = changedPaths(initial, texts);
  const isOfCounterAlone = changed.length > 0 && changed.every((path) => savedAlone.has(path));
  return isOfCounterAlone ? checkCounter(texts, stored) : checkTerminal(texts, stored);
}

function checkCounter(texts: SettingsTexts, stored: StoredSettings): Checked {
  const counter = counterDraft(texts, stored.counter);
  const draft = { counter: counter.value, managerPin: texts.managerPin, version: stored.version };
  const checked = checkDraft(counterSave.safeParse(draft), { ...counter.faults, ...pinFaults(texts) });
  return { ...checked, save: checked.save && { scope: 'counter', draft: checked.save } };
}

/** An account needs every field, changed or not. */
export function checkTerminal(texts: SettingsTexts, stored: StoredSettings): Checked {
  const account = accountDraft(texts, stored.settings);
  const counter = counterDraft(texts, stored.counter);
  const { signingKey, apiKey } = texts.keys;
  const keys = Object.entries({ signingKey, apiKey }).map(([name, text]) => [name, text.trim()]);
  const draft = {
    ...account.value,
    keys: Object.fromEntries(keys.filter(([, text]) => text !== '')),
    managerPin: texts.managerPin,
    counter: counter.value,
    version: stored.version,
  };
  const faults = { ...counter.faults, ...pinFaults(texts), ...keyFaults(texts, stored), ...account.faults };
  const checked = checkDraft(settingsDraft.safeParse(draft), faults);
  return { ...checked, save: checked.save && { scope: 'terminal', draft: checked.save } };
}

/** Faults found while reading the texts take priority: the schema knows less about a text. */
function checkDraft<T>(checked: z.ZodSafeParseResult<T>, textFaults: Draft['faults']) {
  const faults: Partial<Record<Path, ErrorView>> = { ...textFaults };
  for (const issue of checked.error?.issues ?? []) {
    const path = pathOfField(issue.path.map(String).join('.'));
    if (path !== undefined) faults[path] ??= issueView(issue);
  }
  return { faults, save: Object.keys(faults).length === 0 ? checked.data : undefined };
}

function pinFaults({ managerPin, managerPinAgain }: SettingsTexts): Faults {
  const isTwice = managerPin === '' || managerPin === managerPinAgain;
  return isTwice || faultOf(pinField, managerPin) !== undefined ? {} : { managerPinAgain: fault('pin.differs') };
}

function keyFaults(texts: SettingsTexts, stored: StoredSettings): Faults {
  const again = keysToEnterAgain(texts, stored).map((path) => [path, fault('keys.elsewhere')]);
  const code = signingKeyFault(texts.keys.signingKey, stored);
  const isNeeded = texts.tuning.paymentAuthentication === 'key' && !stored.apiKeySet && texts.keys.apiKey.trim() === '';
  const needed: Faults = isNeeded ? { 'keys.apiKey': fault('api-key.needed') } : {};
  const shape: Faults = code === undefined ? {} : { 'keys.signingKey': fault(code) };
  return { ...needed, ...Object.fromEntries(again), ...shape };
}

function fault(code: string): ErrorView {
  return { code, message: code, retryable: false };
}

/** A key without an id gets its thumbprint as id. */
const keyShape = signingKeyShape.omit({ kid: true });

/** Only the shape of a pasted JWK: main checks the key itself, PEM and JWKS. Empty: keep the key. */
function signingKeyFault(
  text: string,
  { signingKeyId }: Pick<StoredSettings, 'signingKeyId'>,
): SigningKeyErrorCode | undefined {
  if (text.trim() === '') return signingKeyId === undefined ? 'signing-key.required' : undefined;
  if (text.includes('-----BEGIN ') || /"keys"\s*:\s*\[/.test(text)) return undefined;
  const read = readSigningKey(text, keyShape);
  return read.ok ? undefined : read.code;
}

/** Each environment, merchant and profile has its own journal. */
export function isOtherAccount(texts: SettingsTexts, { settings }: SettingsView): boolean {
  if (settings === null) return false;
  const { service, merchant } = settings;
  const stored = [service.environment, merchant.merchantId, merchant.profileId];
  const typed = [texts.service.environment, texts.merchant.merchantId, texts.merchant.profileId];
  return stored.some((part, index) => part !== typed[index]?.trim());
}

/** A stored key belongs to its account and service. Main checks again. */
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

function isOtherOrigin(
  { service }: SettingsTexts,
  stored: NonNullable<StoredSettings['settings']>['service'],
): boolean {
  const origin = (address: string) => (URL.canParse(address.trim()) ? new URL(address.trim()).origin : address);
  return origin(service.baseUrl) !== origin(stored.baseUrl) || origin(service.jwksUrl) !== origin(stored.jwksUrl);
}

/** Main names a field by its whole path or the last part. */
export function pathOfField(field: string | undefined): Path | undefined {
  if (field === undefined) return undefined;
  return (
    paths.find((path) => path === field || field.startsWith(`${path}.`)) ??
    paths.find((path) => path.endsWith(`.${field}`))
  );
}
