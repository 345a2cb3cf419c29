import { isDeepStrictEqual } from 'node:util';
import { everySetting, pathInFile, type Setting } from '../../preload/contract/settings-table.ts';
import type { TerminalFile } from './terminal-file-versions.ts';

/** The sealed fields of `terminal.json`, which decide about money, permissions and trusted servers. */
export const sealedFields: readonly string[] = [
  'mode',
  // The owner of the support key can read the terminal's support packs.
  'supportKey',
  'provisioningAlarm',
  ...pathsWhere(({ sealed }) => sealed),
];

const comfortFields: readonly string[] = pathsWhere(({ sealed }) => !sealed);

function pathsWhere(fits: (setting: Setting) => boolean): readonly string[] {
  return everySetting.filter(fits).map(({ path }) => pathInFile(path));
}

export function sealedValues(
  file: Pick<TerminalFile, 'mode' | 'settings' | 'counter' | 'supportKey' | 'provisioningAlarm'>,
): Map<string, unknown> {
  const values = sealedFields.map((path) => [path, valueAt(file, path)] as const);
  return new Map(values.filter(([, value]) => value !== undefined));
}

export function isSealedAlike(one: TerminalFile, other: TerminalFile): boolean {
  return changedAmong(sealedFields, one, other).length === 0;
}

export function everyChangedField(one: TerminalFile, other: TerminalFile): readonly string[] {
  return changedAmong([...sealedFields, ...comfortFields], one, other);
}

export function changedAmong(paths: readonly string[], one: TerminalFile, other: TerminalFile): readonly string[] {
  return paths.filter((path) => !isDeepStrictEqual(valueAt(one, path), valueAt(other, path)));
}

export function valueAt(file: object, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => {
    if (typeof at !== 'object' || at === null) return undefined;
    return Object.getOwnPropertyDescriptor(at, name)?.value;
  }, file);
}
