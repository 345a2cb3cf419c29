import type { SaleView } from '../../../preload/contract/views.ts';
import { useWords } from '../../ui/use-words.ts';
import styles from './reference-line.module.css';

export function ReferenceLine({ sale }: { readonly sale: SaleView }) {
  const { t } = useWords();
  return (
    <div className={styles.line}>
      <span>{t('facts.reference', { reference: sale.reference })}</span>
      {sale.description !== undefined && <span data-cut>{sale.description}</span>}
    </div>
  );
}
