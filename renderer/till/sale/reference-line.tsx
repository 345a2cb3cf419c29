import type { SaleView } from '../../../preload/views.ts';
import { useWords } from '../../ui/use-words.ts';
import styles from './reference-line.module.css';

/** Reference, description and status at the bottom of a sale: what support needs to find it. */
export function ReferenceLine({ sale }: { readonly sale: SaleView }) {
  const { t } = useWords();
  return (
    <div className={styles.line}>
      <span>{t('facts.reference', { reference: sale.reference })}</span>
      {sale.description !== undefined && <span data-cut>{sale.description}</span>}
      {sale.status !== undefined && <span>{t('facts.status', { status: sale.status })}</span>}
    </div>
  );
}
