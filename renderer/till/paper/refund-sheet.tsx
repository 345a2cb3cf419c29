import type { RefundView, SaleView } from '../../../preload/contract/views.ts';
import type { Words } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import { CopyMark } from './copy-mark.tsx';
import styles from './paper.module.css';
import { proofOfRefund } from './proof.ts';
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
  const { warning, foot } = proofOfRefund(refund);
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
        <Row name={t('receipt.amount')} value={money(refund.amount)} big={warning === undefined} />
        <Row name={t('receipt.state')} value={t(`refund.stage.${refund.stage}`)} />
        <Row name={t('refund.reason')} value={refund.reason} />
        <Row name={t('receipt.refund.id')} value={refund.refundId} />
      </dl>
      {refund.allowedByManager && <p>{t('refund.allowed')}</p>}
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
