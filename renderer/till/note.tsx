import type { ComponentProps } from 'react';
import type { Tone } from '../ui/sale-stage.ts';
import styles from './note.module.css';

/** A sentence on a coloured ground. */
export function Note({ tone, ...rest }: ComponentProps<'p'> & { readonly tone: Tone }) {
  return <p className={styles.note} data-tone={tone} {...rest} />;
}
