import type { ScreenMark } from '../../preload/contract/setting-values.ts';
import { everySetting } from '../../preload/contract/settings-table.ts';
import { choiceText, screenText } from './setting-words.ts';
import type { Words } from './use-words.ts';

const settings = new Map<string, (typeof everySetting)[number]>(everySetting.map((setting) => [setting.path, setting]));

/** Typed amounts stay as typed. */
export function settingValue(path: string, value: unknown, words: Words): string {
  const { t } = words;
  const setting = settings.get(path.replace(/^settings\./, ''));
  if (value === undefined || value === null || value === '') return t('provision.none');
  if (path === 'mode') return t(value === 'training' ? 'provision.mode.training' : 'provision.mode.live');
  if (typeof value === 'boolean') return t(value ? 'provision.yes' : 'provision.no');
  if (Array.isArray(value)) return listText(setting?.kind, value, words);
  if (isMark(value)) return screenText(value);
  if (setting?.kind === 'choice' || setting?.kind === 'rotation') return choiceText(setting.path, String(value), words);
  if (setting?.kind === 'picture') return t('settings.change.picture');
  if (typeof value === 'number' && isMoney(setting?.kind)) return words.money(value);
  return String(value).trim() || t('provision.none');
}

function listText(kind: string | undefined, values: readonly unknown[], { t, money }: Words): string {
  if (kind === 'pictures') return t('settings.change.pictures', { count: values.length });
  const texts = values.map((value) => {
    if (typeof value === 'number') return money(value);
    return typeof value === 'object' && value !== null && 'name' in value ? String(value.name).trim() : String(value);
  });
  return texts.filter((text) => text !== '').join(', ') || t('provision.none');
}

function isMoney(kind: string | undefined): boolean {
  return kind === 'cents' || kind === 'limit';
}

function isMark(value: unknown): value is ScreenMark {
  return typeof value === 'object' && value !== null && 'label' in value;
}
