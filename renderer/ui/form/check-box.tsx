import type { ReactNode } from 'react';
import styles from './check-box.module.css';

interface Props {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly tone?: 'red' | undefined;
  change(checked: boolean): void;
}

export function CheckBox({ children, checked, tone, change }: Props) {
  return (
    <label className={styles.check} data-tone={tone}>
      <input type="checkbox" checked={checked} onChange={(event) => change(event.currentTarget.checked)} />
      {children}
    </label>
  );
}
