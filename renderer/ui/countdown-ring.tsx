import type { ReactNode } from 'react';
import styles from './countdown-ring.module.css';

const RADIUS = 46;
const AROUND = 2 * Math.PI * RADIUS;

interface Props {
  /** 1 is full, 0 is empty. Undefined: no ring, but its room is reserved. */
  readonly share: number | undefined;
  readonly children: ReactNode;
}

export function CountdownRing({ share, children }: Props) {
  return (
    <div className={styles.ring}>
      {share !== undefined && (
        <svg className={styles.drawing} viewBox="0 0 100 100" aria-hidden="true">
          <g fill="none" strokeWidth="7" transform="rotate(-90 50 50)">
            <circle className={styles.track} cx="50" cy="50" r={RADIUS} />
            <circle
              className={styles.rest}
              cx="50"
              cy="50"
              r={RADIUS}
              strokeDasharray={AROUND}
              strokeDashoffset={AROUND * (1 - Math.min(1, Math.max(0, share)))}
            />
          </g>
        </svg>
      )}
      <div className={styles.inside} data-alone={share === undefined || undefined}>
        {children}
      </div>
    </div>
  );
}
