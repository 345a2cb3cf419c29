import type { RefundView, SaleView } from '../../../preload/views.ts';
import type { TextKey } from '../../ui/language.ts';
import type { Words } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import { CopyMark } from './copy-mark.tsx';
import styles from './paper.module.css';
import { Row } from './rows.tsx';
import type { Issues } from './sheet.ts';

interface Props {
  readonly sale: SaleView;
  readonly refund: RefundView;
  readonly issues: Issues;
  readonly words: Words;
}

/** The receipt of one refund. It proves one only where the service has confirmed it, and else says what it does not. */
export function RefundSheet({ sale, refund, issues, words }: Props) {
  const { t, money } = words;
  const shopName = useTill((till) => till.terminal.shopName);
  const { warning, foot } = meaningOf(refund);
  return (
    <>
      <CopyMark issues={issues} words={words} />
      <h1>{shopName || t('app.name')}</h1>
      <p>{sale.posId === undefined ? t('pos.another') : t('receipt.till', { posId: sale.posId })}</p>
      <p>{words.dayAndTime(refund.at)}</p>
      <p className={styles.big}>{t('receipt.refund')}</p>
      {warning !== undefined && <p className={styles.warning}>{t(warning)}</p>}
      <hr />
      <dl>
        <Row name={t('refund.amount')} value={money(refund.amount)} big={warning === undefined} />
        <Row name={t('receipt.refund.state')} value={t(`refund.stage.${refund.stage}`)} />
        <Row name={t('refund.reason')} value={refund.reason} />
        <Row name={t('receipt.refund.id')} value={refund.refundId} />
        {refund.allowedByManager && <Row name={t('refund.allowed')} value="✓" />}
      </dl>
      <hr />
      <dl>
        <Row name={t('receipt.refund.of')} value={money(sale.amount)} />
        <Row
          name={t('details.paid')}
          value={sale.succeededAt === undefined ? undefined : words.dayAndTime(sale.succeededAt)}
        />
        <Row name={t('sale.reference')} value={sale.reference} />
        <Row name={t('details.payment-id')} value={sale.paymentId} />
        <Row name={t('details.iban')} value={sale.debtor?.iban} />
      </dl>
      <hr />
      <p>{t(foot)}</p>
      {warning !== undefined && <p className={styles.warning}>{t(warning)}</p>}
    </>
  );
}

function meaningOf({ stage }: RefundView): { readonly warning?: TextKey; readonly foot: TextKey } {
  switch (stage) {
    case 'refunded':
      return { foot: 'receipt.refund.made' };
    case 'pending':
      return { foot: 'receipt.refund.on-its-way' };
    case 'sending':
    case 'unconfirmed':
      return { warning: 'receipt.refund.unconfirmed', foot: 'receipt.refund.no-proof' };
    case 'failed':
    case 'refused':
    case 'not-made':
      return { warning: 'receipt.refund.not-made', foot: 'receipt.refund.no-proof' };
  }
}
