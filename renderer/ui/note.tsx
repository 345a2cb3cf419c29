import type { ReactNode } from 'react';
import { useAnnounced } from './announce.ts';
import styles from './note.module.css';
import type { Tone } from './sale-stage.tsx';

interface Props {
  readonly tone: Tone;
  readonly children: string;
  /** Announced instead of the text, without parts that change constantly. */
  readonly spoken?: string | undefined;
  /** Content not announced, such as the trace id for support. */
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
