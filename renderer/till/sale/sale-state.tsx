import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { lookOf, type ShownStage } from '../../ui/sale-stage.ts';
import { StageIcon } from '../../ui/stage-icon.tsx';
import { useWords } from '../../ui/use-words.ts';
import styles from './sale-state.module.css';

interface Props {
  readonly stage: ShownStage;
  readonly word: ReactNode;
  readonly left: ReactNode;
  readonly share: number | undefined;
}

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

/** The word of a state is the heading of its screen, and has the focus when that comes. What changes is announced elsewhere. */
export function StateWord({ children }: { readonly children: ReactNode }) {
  const { t } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnArrival(heading);
  return (
    <div role="status" aria-live="off" aria-label={t('status.name')}>
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
    </div>
  );
}

export function StagePicture({ stage, size }: { readonly stage: ShownStage; readonly size: string }) {
  return (
    <div className={styles.picture} data-tone={lookOf(stage).tone}>
      <StageIcon stage={stage} size={size} />
    </div>
  );
}

export function useFocusOnArrival(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.querySelector('[aria-modal="true"]') === null) ref.current?.focus({ preventScroll: true });
  }, [ref]);
}
