import fastDeepEqual from 'fast-deep-equal';
import { get } from 'react-hook-form';
import type { ScreenMark } from '../../../preload/contract/counter.ts';
import type { Words } from '../../ui/use-words.ts';
import { screenText } from '../terminal/use-screens.ts';
import type { AppTexts } from './counter-draft.ts';
import { type Path, paths, type SettingsTexts } from './settings-draft.ts';

/** The fields in which two forms differ, in the order of the parts. A PIN that is typed twice is one change. */
export function changedPaths(before: SettingsTexts, after: SettingsTexts): readonly Path[] {
  return paths.filter((path) => path !== 'managerPinAgain' && !fastDeepEqual(get(before, path), get(after, path)));
}

/** What a field is called beside its box. */
export function nameOfField(path: Path, { t }: Pick<Words, 't'>): string {
  return t(path === 'counter.display.apps' ? 'settings.group.apps' : `settings.${path}`);
}

/** The choices of fields that are one of a few values. */
const choices: Readonly<Partial<Record<Path, (value: string) => string>>> = {
  'service.environment': (value) => `environment.${value}`,
  'till.chargeWith': (value) => `settings.charge.${value}`,
  'tuning.pathClaim': (value) => `settings.path.${value}`,
  'tuning.pathClaimPrefix': (value) => `settings.prefix.${value}`,
  'counter.entry': (value) => `settings.entry.${value}`,
  'counter.languages.till': (value) => `language.${value}`,
  'counter.languages.display': (value) => `language.${value}`,
  'counter.display.rotation': (value) => `screens.rotation.${value}`,
  'counter.printing.paper': (value) => `paper.size.${value}`,
};

const secrets: ReadonlySet<Path> = new Set(['keys.signingKey', 'keys.apiKey', 'managerPin']);

/** One field before and after, for a person to read. Of a secret only that there is another one. */
export function shownChange(
  path: Path,
  before: SettingsTexts,
  after: SettingsTexts,
  words: Words,
): { readonly before: string; readonly after: string } {
  const { t } = words;
  if (secrets.has(path)) return { before: t('provision.as-now'), after: t('provision.another') };
  const values = [get(before, path), get(after, path)] as const;
  if (path === 'counter.display.logo') {
    const [was, becomes] = values.map((name) => t(name === '' ? 'provision.none' : 'settings.change.picture'));
    const isOther = values[0] !== '' && values[1] !== '';
    return { before: was ?? '', after: isOther ? t('settings.change.other-picture') : (becomes ?? '') };
  }
  return { before: shownValue(path, values[0], words), after: shownValue(path, values[1], words) };
}

function shownValue(path: Path, value: unknown, { t, has }: Words): string {
  if (typeof value === 'boolean') return t(value ? 'provision.yes' : 'provision.no');
  if (path === 'counter.display.apps') return named(value as readonly AppTexts[]) || t('provision.none');
  if (isMark(value)) return screenText(value);
  if (Array.isArray(value)) return t('settings.change.pictures', { count: value.length });
  const text = String(value ?? '').trim();
  if (text === '') return t('provision.none');
  const key = choices[path]?.(text);
  return key !== undefined && has(key) ? t(key) : text;
}

function isMark(value: unknown): value is ScreenMark {
  return typeof value === 'object' && value !== null && 'label' in value;
}

function named(apps: readonly AppTexts[]): string {
  return apps
    .map(({ name }) => name.trim())
    .filter((name) => name !== '')
    .join(', ');
}
