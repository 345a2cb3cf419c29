import type { ReactNode } from 'react';
import type { SaleView } from '../../../preload/contract/views.ts';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import styles from './sale-layout.module.css';

interface Props {
  readonly title?: string;
  readonly amount: ReactNode;
  readonly state: ReactNode;
  readonly body: ReactNode;
  readonly pad: ReactNode;
  readonly second: ReactNode;
  readonly main: ReactNode;
}

/** The places of every sale screen. Amount, state and action do not move when the screen changes. */
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
