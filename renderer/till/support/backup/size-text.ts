import type { Words } from '../../../ui/use-words.ts';

const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

/** How large a file is, as people say it: never more than it has, and at least one of the smallest. */
export function sizeText(bytes: number, { t }: Pick<Words, 't'>): string {
  if (bytes < MEGABYTE) return t('backup.kilobytes', { number: Math.max(1, Math.floor(bytes / KILOBYTE)) });
  return t('backup.megabytes', { number: Math.floor(bytes / MEGABYTE) });
}
