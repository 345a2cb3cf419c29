import styles from './paper.module.css';

/** More than any sheet needs: what is below its end is cut off with it. */
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
