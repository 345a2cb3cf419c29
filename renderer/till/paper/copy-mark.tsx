import type { Words } from '../../ui/use-words.ts';
import styles from './paper.module.css';
import type { Issues } from './sheet.ts';

/** The first one is the original. Each later one says that it is a copy, which one, and when the original came out. */
export function CopyMark({ issues, words }: { readonly issues: Issues; readonly words: Words }) {
  const { issued, firstAt } = issues;
  if (issued === 0 || firstAt === undefined) return null;
  return (
    <p className={styles.copy}>
      <b>{words.t('receipt.copy', { number: issued })}</b>{' '}
      {words.t('receipt.original', { time: words.dayAndTime(firstAt) })}
    </p>
  );
}
