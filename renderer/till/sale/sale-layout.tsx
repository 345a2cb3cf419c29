import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { SaleView } from '../../../preload/contract/views.ts';
import { CountdownRing } from '../../ui/countdown-ring.tsx';
import { lookOf, type ShownStage, StageIcon } from '../../ui/sale-stage.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import styles from './sale-layout.module.css';
import saleStateStyles from './sale-state.module.css';

interface Props {
  readonly title?: string;
  readonly amount: ReactNode;
  readonly state: ReactNode;
  readonly body: ReactNode;
  readonly pad: ReactNode;
  readonly second: ReactNode;
  readonly main: ReactNode;
}

/** Amount, state and action keep their places when the screen changes. */
export function SaleLayout({ title, amount, state, body, pad, second, main }: Props) {
  return (
    <main className={styles.sale}>
      {title !== undefined && <h1 className={textStyles.unseen}>{title}</h1>}
      <section className={styles.left}>
        <div className={styles.amount} data-place="amount">
          {amount}
        </div>
        <div className={styles.state} data-place="state">
          {state}
        </div>
        <div className={styles.body} data-place="body">
          {body}
        </div>
      </section>
      <section className={styles.right}>
        <div className={styles.pad} data-place="pad">
          {pad}
        </div>
        <div className={styles.second} data-place="second">
          {second}
        </div>
        <div className={styles.main} data-place="action">
          {main}
        </div>
      </section>
    </main>
  );
}

export function ReferenceLine({ sale }: { readonly sale: SaleView }) {
  const { t } = useWords();
  return (
    <div className={styles.line}>
      {sale.register !== undefined && <strong>{t('facts.register', { name: sale.register })}</strong>}
      <span>{t('facts.reference', { reference: sale.reference })}</span>
      {sale.description !== undefined && <span data-cut>{sale.description}</span>}
    </div>
  );
}

interface SaleStateProps {
  readonly stage: ShownStage;
  readonly word: ReactNode;
  readonly left: ReactNode;
  readonly share: number | undefined;
}

export function SaleState({ stage, word, left, share }: SaleStateProps) {
  return (
    <div className={saleStateStyles.state} data-tone={lookOf(stage).tone}>
      <CountdownRing share={share}>
        <StageIcon stage={stage} size="100%" />
      </CountdownRing>
      <div>
        <div className={saleStateStyles.word}>{word}</div>
        <div className={saleStateStyles.left}>{left}</div>
      </div>
    </div>
  );
}

/** Focused when the screen appears. Changes are announced elsewhere. */
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
    <div className={saleStateStyles.picture} data-tone={lookOf(stage).tone}>
      <StageIcon stage={stage} size={size} />
    </div>
  );
}

export function useFocusOnArrival(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.querySelector('[aria-modal="true"]') === null) ref.current?.focus({ preventScroll: true });
  }, [ref]);
}
