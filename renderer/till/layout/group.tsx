import type { ReactNode } from 'react';
import styles from './group.module.css';

export function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      <div className={styles.boxes}>{children}</div>
    </fieldset>
  );
}
