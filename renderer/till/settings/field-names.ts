import type { Words } from '../../ui/use-words.ts';

/** Fields as the Settings view calls them, of their paths with blanks between. */
export function fieldNames(paths: string, { t, has }: Pick<Words, 't' | 'has'>): string {
  const names = paths.split(' ').map((path) => {
    if (/^(settings\.)?tuning\./.test(path)) return t('tampered.tuning');
    const key = [path, `settings.${path}`, `tampered.${path}`].find(has);
    return key === undefined ? path : t(key as Parameters<typeof t>[0]);
  });
  return [...new Set(names)].join(', ');
}
