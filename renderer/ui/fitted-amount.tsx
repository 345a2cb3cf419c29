import type { CSSProperties } from 'react';
import styles from './fitted-amount.module.css';
import { widthInEms } from './money.ts';

/** The width of the text for the style sheet, which makes a long amount smaller until it fits. */
export function fittedWidth(text: string): CSSProperties {
  return { '--ems': widthInEms(text) } as CSSProperties;
}

export function FittedAmount({ text }: { readonly text: string }) {
  return (
    <div className={styles.amount} style={fittedWidth(text)}>
      {text}
    </div>
  );
}
