import type { CSSProperties } from 'react';
import styles from './fitted-amount.module.css';
import { widthInEms } from './money.ts';

/** Lets a long amount shrink into its place (see `.figure`). */
export function fittedWidth(text: string): CSSProperties {
  return { '--ems': widthInEms(text) } as CSSProperties;
}

/** The amount of a sale, big, always in the same place. */
export function FittedAmount({ text }: { readonly text: string }) {
  return (
    <div className={styles.amount} style={fittedWidth(text)}>
      {text}
    </div>
  );
}
