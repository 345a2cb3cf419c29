import type { ReactNode } from 'react';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { lookOf, type ShownStage } from '../../ui/sale-stage.ts';
import { StageIcon } from '../../ui/stage-icon.tsx';
import styles from './sale-state.module.css';

interface Props {
  readonly stage: ShownStage;
  readonly word: ReactNode;
  readonly left: ReactNode;
  /** How much of the lifetime is left, from 0 to 1. */
  readonly share: number | undefined;
}

/** A state: ring and shape, word, and one line below it. */
export function SaleState({ stage, word, left, share }: Props) {
  return (
    <div className={styles.state} data-tone={lookOf(stage).tone}>
      <CountdownRing share={share}>
        <StageIcon stage={stage} size="100%" />
      </CountdownRing>
      <div>
        <div className={styles.word}>{word}</div>
        <div className={styles.left}>{left}</div>
      </div>
    </div>
  );
}
