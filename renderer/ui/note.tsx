import type { ReactNode } from 'react';
import { useAnnounced } from './announce.ts';
import styles from './note.module.css';
import type { Tone } from './sale-stage.tsx';

interface Props {
  readonly tone: Tone;
  readonly children: string;
  /** Read out in its place: a part that does not change all the time. */
  readonly spoken?: string | undefined;
  /** It is not read out, such as the number for support. */
  readonly more?: ReactNode;
}

export function Note({ tone, children, spoken = children, more }: Props) {
  useAnnounced(spoken);
  return (
    <p className={styles.note} data-tone={tone}>
      {children}
      {more}
    </p>
  );
}
