import fastDeepEqual from 'fast-deep-equal';
import type { z } from 'zod';
import {
  type Field,
  type FieldKind,
  firstOf,
  type Group,
  isGroup,
  type Members,
} from '../../preload/contract/setting-field.ts';
import type { ScreenMark } from '../../preload/contract/setting-values.ts';
import type { CounterSave, SettingsDraft, SettingsView } from '../../preload/contract/settings.ts';
import { accountSettings, counterSettings, type SettingsTable } from '../../preload/contract/settings-table.ts';
import type { ErrorView } from '../../preload/contract/views.ts';
import { parseAmount } from './form/parse-amount.ts';

export type AppTexts = { readonly name: string; readonly picture: string };

interface OwnTexts {
  readonly switch: boolean;
  readonly rotation: '0' | '90' | '180' | '270';
  readonly apps: readonly AppTexts[];
  readonly pictures: readonly string[];
  /** Null: no preference. */
  readonly screen: ScreenMark | null;
}

type TextOf<Kind extends FieldKind, Stored extends z.ZodType> = Kind extends keyof OwnTexts
  ? OwnTexts[Kind]
  : Kind extends 'choice'
    ? Exclude<z.output<Stored>, undefined>
    : string;

type TextsOf<M extends Members> = {
  readonly [Name in keyof M]: M[Name] extends { readonly members: infer Inner extends Members }
    ? TextsOf<Inner>
    : M[Name] extends Field<infer Kind, z.ZodType, infer Stored>
      ? TextOf<Kind, Stored>
      : never;
};

export type SettingsTexts = TextsOf<SettingsTable> & {
  readonly keys: { readonly signingKey: string; readonly apiKey: string };
  readonly managerPin: string;
  /** The repeated PIN, not stored: a mistyped PIN would lock every manager out. */
  readonly managerPinAgain: string;
};

type Values = Readonly<Record<string, unknown>>;
type AmountText = (cents: number) => string;

/** An unset setting shows its default. Main never returns secrets. */
export function textsOf({ settings, counter }: Pick<SettingsView, 'settings' | 'counter'>, amountText: AmountText) {
  const texts = {
    ...groupTexts(accountSettings, settings ?? {}, amountText),
    counter: groupTexts(counterSettings, counter, amountText),
    keys: { signingKey: '', apiKey: '' },
    managerPin: '',
    managerPinAgain: '',
  };
  return texts as SettingsTexts;
}

function groupTexts(of: Group, stored: Values, amountText: AmountText): Values {
  const texts = Object.entries(of.members).map(([name, member]) => {
    const value = stored[name];
    if (isGroup(member)) return [name, groupTexts(member, (value ?? {}) as Values, amountText)];
    return [name, fieldText(member.kind, value ?? member.first, amountText)];
  });
  return Object.fromEntries(texts);
}

export function fieldText(kind: FieldKind, value: unknown, amountText: AmountText): unknown {
  switch (kind) {
    case 'switch':
    case 'choice':
      return value;
    case 'rotation':
      return String(value ?? 0);
    case 'apps':
      return (value as readonly Partial<AppTexts>[]).map(({ name, picture = '' }) => ({ name, picture }));
    case 'pictures':
      return value ?? [];
    case 'screen':
      return value ?? null;
    case 'cents':
      return value === undefined ? '' : amountText(Number(value));
    case 'limit':
      // With a PIN, no limit and a limit of 0 mean the same (main/refund/manager-permission.ts).
      return amountText(Number(value ?? 0));
    case 'amounts':
      return (value as readonly number[]).map(amountText).join('  ');
    case 'names':
      return ((value ?? []) as readonly string[]).join(', ');
    default:
      return String(value ?? '');
  }
}

/** The value for the contract's check, and faults found while reading the texts, by path. */
export interface Draft<T = unknown> {
  readonly value: T;
  readonly faults: Readonly<Record<string, ErrorView>>;
}

export function accountDraft(texts: SettingsTexts, stored: SettingsView['settings']): Draft<SettingsDraft> {
  return groupDraft(accountSettings, texts, stored ?? {}, '') as Draft<SettingsDraft>;
}

export function counterDraft(
  { counter }: SettingsTexts,
  stored: SettingsView['counter'],
): Draft<CounterSave['counter']> {
  const { printing } = counter;
  // Automatic printing is only possible without the system's dialog.
  const texts = { ...counter, printing: { ...printing, automatic: printing.automatic && printing.silent } };
  return groupDraft(counterSettings, texts, stored, 'counter.') as Draft<CounterSave['counter']>;
}

function groupDraft(of: Group, texts: Values, stored: Values, before: string): Draft {
  const members = Object.entries(of.members).map(([name, member]) => {
    const path = `${before}${name}`;
    const was = stored[name] as Values | undefined;
    if (!isGroup(member)) return { name, ...fieldDraft(member, texts[name], was, path) };
    if (member.optional && isUnset(member, texts[name], was)) return { name, value: undefined, faults: {} };
    return { name, ...groupDraft(member, texts[name] as Values, was ?? {}, `${path}.`) };
  });
  const given = members.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value]);
  return { value: Object.fromEntries(given), faults: Object.assign({}, ...members.map(({ faults }) => faults)) };
}

/** An untouched group stays unset and follows the defaults of later versions. */
function isUnset(of: Group, texts: unknown, stored: unknown): boolean {
  if (isBlank(texts)) return true;
  if (stored !== undefined) return false;
  const { value, faults } = groupDraft(of, texts as Values, {}, '');
  return Object.keys(faults).length === 0 && fastDeepEqual(value, firstOf(of));
}

function isBlank(texts: unknown): boolean {
  if (typeof texts === 'object' && texts !== null && !Array.isArray(texts)) return Object.values(texts).every(isBlank);
  return texts === null || (typeof texts === 'string' && texts.trim() === '');
}

function fieldDraft({ kind, optional, first }: Field, text: unknown, stored: unknown, path: string): Draft {
  const { value, fault } = readField(kind, text);
  const usual = kind === 'limit' ? 0 : first;
  const isUntouched = stored === undefined && fastDeepEqual(value, usual);
  const isNone = optional === true && (isBlank(text) || isUntouched);
  return { value: isNone ? undefined : value, faults: fault === undefined ? {} : { [path]: fault } };
}

interface Read {
  readonly value: unknown;
  readonly fault?: ErrorView | undefined;
}

export function readField(kind: FieldKind, typed: unknown): Read {
  if (typeof typed !== 'string')
    return { value: kind === 'apps' ? appsOf(typed as readonly AppTexts[]) : (typed ?? undefined) };
  const text = typed.trim();
  switch (kind) {
    case 'number':
      return { value: /^\d+$/.test(text) ? Number(text) : Number.NaN };
    case 'rotation':
      return { value: text === '0' ? undefined : Number(text) };
    case 'cents':
      return text === '' ? { value: undefined } : amountOf(text);
    case 'limit':
      return limitOf(text);
    case 'amounts': {
      const reads = partsOf(text, /[\s;]+/).map(amountOf);
      return { value: reads.map(({ value }) => value), fault: reads.find(({ fault }) => fault !== undefined)?.fault };
    }
    case 'names':
      return { value: partsOf(text, /[,;]/) };
    default:
      return { value: text };
  }
}

function partsOf(text: string, between: RegExp): readonly string[] {
  return text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function appsOf(apps: readonly AppTexts[]): unknown {
  return apps
    .map(({ name, picture }) => (picture === '' ? { name: name.trim() } : { name: name.trim(), picture }))
    .filter((app) => app.name !== '' || 'picture' in app);
}

function amountOf(text: string): Read {
  const read = parseAmount(text);
  if (read.ok) return { value: read.cents };
  const values = read.character === undefined ? {} : { character: read.character };
  return { value: 0, fault: { code: read.code, message: read.code, retryable: false, values } };
}

/** Empty: unset. Zero is a valid limit, unlike other amounts. */
function limitOf(text: string): Read {
  if (text === '') return { value: undefined };
  const read = amountOf(text);
  return read.fault?.code === 'amount.zero' ? { value: 0 } : read;
}
