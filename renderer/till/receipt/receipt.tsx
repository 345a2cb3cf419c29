import type { RefundView } from '../../../preload/views.ts';
import { isMarked } from '../../ui/environment-band.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi, withoutTimeLeft } from '../till-store.ts';
import styles from './receipt.module.css';
import { useReceiptLanguage } from './receipt-language.ts';

const MOVED_NOTHING: ReadonlySet<RefundView['stage']> = new Set(['failed', 'refused', 'not-made']);

/** The receipt, in the language of its customer. It is the only part of the window that prints, and it is hidden on the screen. */
export function Receipt() {
  const asked = useUi((ui) => ui.receipt);
  const shown = useTill((till) => withoutTimeLeft(till.sale));
  const opened = useTill((till) => withoutTimeLeft(till.opened));
  const terminal = useTill((till) => till.terminal);
  const sale = [shown, opened].find((candidate) => candidate?.saleId === asked?.saleId) ?? asked ?? shown;
  const language = useReceiptLanguage(sale?.saleId);
  const words = useWords(language);
  const { t, money } = words;
  if (sale === null) return null;
  const refunded = sale.refunds.filter(({ stage }) => !MOVED_NOTHING.has(stage));
  const { environment } = terminal;
  const marked = isMarked(environment) && <p className={styles.environment}>{t(`receipt.band.${environment}`)}</p>;
  return (
    <article className={styles.receipt} data-paper lang={language} aria-hidden="true">
      {marked}
      <h1>{terminal.shopName || t('app.name')}</h1>
      <p>{sale.posId === undefined ? t('pos.another') : t('receipt.till', { posId: sale.posId })}</p>
      <p>{words.dayAndTime(sale.succeededAt ?? sale.endedAt ?? sale.startedAt)}</p>
      <hr />
      <dl>
        <Row name={t(`stage.${sale.stage}`)} value={money(sale.amount)} big />
        {refunded.map((refund) => (
          <Row key={refund.refundKey} name={t(`refund.stage.${refund.stage}`)} value={`− ${money(refund.amount)}`} />
        ))}
        <Row name={t('sale.reference')} value={sale.reference} />
        {sale.description !== undefined && <Row name={t('sale.description')} value={sale.description} />}
        {sale.paymentId !== undefined && <Row name={t('details.payment-id')} value={sale.paymentId} />}
        {sale.debtor?.iban !== undefined && <Row name={t('details.iban')} value={sale.debtor.iban} />}
      </dl>
      <hr />
      <p>{t('receipt.not-fiscal')}</p>
      {marked}
    </article>
  );
}

function Row({ name, value, big = false }: { readonly name: string; readonly value: string; readonly big?: boolean }) {
  return (
    <div className={big ? `${styles.row} ${styles.big}` : styles.row}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
