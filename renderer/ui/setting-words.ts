import type { ScreenMark } from '../../preload/contract/setting-values.ts';
import type { SettingPath } from '../../preload/contract/settings-table.ts';
import type { Words } from './use-words.ts';

/** Choices with words of an older family than `settings.<path>.<value>`. */
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

/** A field by its path in a form or in `terminal.json`. */
export function settingName(path: string, { t, has }: Pick<Words, 't' | 'has'>): string {
  const inForm = path.replace(/^settings\./, '');
  if (inForm === 'counter.display.apps') return t('settings.group.apps');
  const key = [`settings.${inForm}`, `tampered.${inForm}`, `provision.${inForm}`].find(has);
  return key === undefined ? path : t(key);
}

/** Several of them, of their paths with blanks between. Those of the fine tuning are one to whoever does not set them. */
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
