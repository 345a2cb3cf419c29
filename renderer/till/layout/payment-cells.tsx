import type { ReactNode } from 'react';
import textStyles from '../../ui/text.module.css';
import styles from './payment-cells.module.css';

interface StateProps {
  readonly icon: ReactNode;
  readonly state: string;
  readonly time: string;
}

export function StateCell({ icon, state, time }: StateProps) {
  return (
    <td className={styles.state}>
      {icon}
      <span>
        {state}
        <span className={textStyles.quiet}>{time}</span>
      </span>
    </td>
  );
}

interface ReferenceProps {
  readonly reference: string;
  readonly about: readonly (string | false | undefined)[];
}

/** A long reference is cut at its beginning: references differ at the end. */
export function ReferenceCell({ reference, about }: ReferenceProps) {
  return (
    <td className={styles.reference}>
      <span className={styles.fromEnd}>
        <bdi dir="ltr">{reference}</bdi>
      </span>
      <span className={textStyles.quiet}>{about.filter(Boolean).join(' · ')}</span>
    </td>
  );
}

export function AmountCell({ children }: { readonly children: string }) {
  return <td className={styles.amount}>{children}</td>;
}
