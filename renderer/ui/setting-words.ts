import type { ScreenMark } from '../../preload/contract/setting-values.ts';
import type { SettingPath } from '../../preload/contract/settings-table.ts';
import type { Words } from './use-words.ts';

/** Choices with text keys other than `settings.<path>.<value>`. */
const choiceFamilies: Readonly<Partial<Record<SettingPath, string>>> = {
  'service.environment': 'environment',
  'till.chargeWith': 'settings.charge',
  'tuning.pathClaim': 'settings.path',
  'tuning.pathClaimPrefix': 'settings.prefix',
  'counter.entry': 'settings.entry',
  'counter.languages.till': 'language',
  'counter.languages.display': 'language',
  'counter.display.rotation': 'screens.rotation',
  'counter.printing.paper': 'paper.size',
};

export function choiceText(path: SettingPath, value: string, { t, has }: Pick<Words, 't' | 'has'>): string {
  const key = `${choiceFamilies[path] ?? `settings.${path}`}.${value}`;
  return has(key) ? t(key) : value;
}

/** By its path in a form or in `terminal.json`. */
export function settingName(path: string, { t, has }: Pick<Words, 't' | 'has'>): string {
  const inForm = path.replace(/^settings\./, '');
  if (inForm === 'counter.display.apps') return t('settings.group.apps');
  const key = [`settings.${inForm}`, `tampered.${inForm}`, `provision.${inForm}`].find(has);
  return key === undefined ? path : t(key);
}

/** Separated by spaces. All tuning fields share a single name, since only support staff know them. */
export function settingNames(paths: string, words: Pick<Words, 't' | 'has'>): string {
  const names = paths
    .split(' ')
    .map((path) => (/^(settings\.)?tuning\./.test(path) ? words.t('tampered.tuning') : settingName(path, words)));
  return [...new Set(names)].join(', ');
}

export function screenText({ label, width, height }: Pick<ScreenMark, 'label' | 'width' | 'height'>): string {
  const size = `${width} × ${height}`;
  return label === '' ? size : `${label}, ${size}`;
}
