import type { CSSProperties } from 'react';
import styles from './fitted-amount.module.css';
import { widthInEms } from './money.ts';

/** The style sheet shrinks a long amount to fit. */
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
