import { isDeepStrictEqual } from 'node:util';
import { firstOf, type Group, isGroup } from '../../preload/contract/setting-field.ts';
import type { SettingsDraft } from '../../preload/contract/settings.ts';
import { accountSettings, type CounterSettings, counterSettings } from '../../preload/contract/settings-table.ts';
import { type TerminalSettings, usualTuning } from './settings.ts';

/** Settings from user input or from the file. Stored settings may be older than a validation rule. */
export type GivenSettings = Omit<TerminalSettings, 'tuning'> & Pick<SettingsDraft, 'managerPin'>;

type DeepPartial<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;

export type CounterChanges = DeepPartial<CounterSettings>;

type Values = Readonly<Record<string, unknown>>;

/** Omits empty texts and lists, so that defaults of later versions apply. */
export function settingsAsStored(
  given: GivenSettings,
  tuning: TerminalSettings['tuning'] = usualTuning,
): TerminalSettings {
  return asStored(accountSettings, { ...given, tuning }) as TerminalSettings;
}

export function counterAsStored(given: CounterSettings): CounterSettings {
  return asStored(counterSettings, given) as CounterSettings;
}

export function withCounterChanges(stored: CounterSettings, changes: CounterChanges): CounterSettings {
  return withChanges(counterSettings, stored, changes) as CounterSettings;
}

function asStored(of: Group, given: Values): Values {
  const kept = Object.entries(of.members).flatMap(([name, member]) => {
    const value = given[name];
    if (value === undefined) return [];
    if (!isGroup(member)) return member.optional && isUnset(value, member.first) ? [] : [[name, value]];
    const inner = asStored(member, value as Values);
    return member.optional && Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(kept);
}

function isUnset(value: unknown, first: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0) || isDeepStrictEqual(value, first);
}

function withChanges(of: Group, stored: Values, changes: Values): Values {
  const merged = Object.entries(changes).flatMap(([name, change]) => {
    const member = of.members[name];
    if (change === undefined || member === undefined) return [];
    if (!isGroup(member)) return [[name, change]];
    return [[name, withChanges(member, (stored[name] ?? firstOf(member)) as Values, change as Values)]];
  });
  return { ...stored, ...Object.fromEntries(merged) };
}
