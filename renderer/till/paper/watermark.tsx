import styles from './paper.module.css';

/** More than any sheet needs: what is below its end is cut off with it. */
const LINES = 48;

/**
 * A word over the whole sheet, aslant and in outline, so that the text below it can be read on a printer without grey.
 * Drawn as text and not as a background, which is not printed.
 */
export function Watermark({ word }: { readonly word: string }) {
  return (
    <div className={styles.watermark}>
      {Array.from({ length: LINES }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
        <i key={line} data-word={word} />
      ))}
    </div>
  );
}
