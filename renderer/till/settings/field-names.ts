import type { TextKey } from '../../ui/language.ts';
import type { Words } from '../../ui/use-words.ts';

/** What is kept as one and has a heading in place of a name. */
const headings: Readonly<Record<string, TextKey>> = {
  'counter.languages': 'settings.group.languages',
  'counter.sound': 'settings.group.sound',
  'counter.display.apps': 'settings.group.apps',
  'counter.display.idle': 'settings.group.idle',
  'counter.screens': 'screens.group',
  'counter.kiosk': 'kiosk.group',
  'counter.display.rotation': 'settings.counter.display.rotation',
  'counter.printing': 'settings.group.printer',
  'counter.updates': 'settings.part.updates',
};

/** Fields as the Settings view calls them, of their paths with blanks between. */
export function fieldNames(paths: string, { t, has }: Pick<Words, 't' | 'has'>): string {
  const names = paths.split(' ').map((path) => {
    if (/^(settings\.)?tuning\./.test(path)) return t('tampered.tuning');
    const key = headings[path] ?? [path, `settings.${path}`, `tampered.${path}`].find(has);
    return key === undefined ? path : t(key);
  });
  return [...new Set(names)].join(', ');
}
