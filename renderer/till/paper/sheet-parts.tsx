import type { Words } from '../../ui/use-words.ts';
import styles from './paper.module.css';
import type { Issues } from './sheet.ts';

interface RowProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly big?: boolean;
}

export function Row({ name, value, big = false }: RowProps) {
  if (value === undefined) return null;
  return (
    <div className={big ? `${styles.row} ${styles.big}` : styles.row}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

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

/** No sheet has more lines: the rest is cut off. */
const LINES = 48;

/**
 * Words over the whole sheet in turn, aslant, in outline and below the text, so that it can be read on a printer without
 * grey. Drawn as text and not as a background, which is not printed.
 */
export function Watermark({ words }: { readonly words: readonly (string | false | undefined)[] }) {
  const marks = words.filter((word) => word !== undefined && word !== false);
  if (marks.length === 0) return null;
  return (
    <div className={styles.watermark}>
      {Array.from({ length: LINES }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are in no order
        <i key={line} data-word={marks[line % marks.length]} />
      ))}
    </div>
  );
}
