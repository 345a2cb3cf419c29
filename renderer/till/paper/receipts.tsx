import type { ReactNode } from 'react';
import { proofOfPayment } from '../../../preload/contract/payment-proof.ts';
import type { RefundView, SaleView } from '../../../preload/contract/views.ts';
import type { Words } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './paper.module.css';
import { type Proof, proofOfRefund } from './receipt-proof.ts';
import type { Issues } from './sheet.ts';

const MOVED_NOTHING: ReadonlySet<RefundView['stage']> = new Set(['failed', 'refused', 'not-made']);

interface Props {
  readonly sale: SaleView;
  readonly issues: Issues;
  readonly words: Words;
}

/** For an unpaid sale the sheet begins with the warning that it is no receipt. */
export function ReceiptSheet({ sale, issues, words }: Props) {
  const { t, money } = words;
  const refunded = sale.refunds.filter(({ stage }) => stage === 'refunded');
  const kept = refunded.reduce((left, { amount }) => left - amount, sale.amount);
  // Refunds without an outcome are listed below the sum, and do not reduce the sum.
  const open = sale.refunds.filter(({ stage }) => stage !== 'refunded' && !MOVED_NOTHING.has(stage));
  const proof = proofOfPayment(sale);
  return (
    <Receipt
      sale={sale}
      at={sale.succeededAt ?? sale.endedAt ?? sale.startedAt}
      proof={proof}
      issues={issues}
      words={words}
    >
      <dl>
        {proof.warning === undefined ? (
          <Row name={t('stage.paid')} value={money(sale.amount)} big />
        ) : (
          <>
            <Row name={t('sale.amount')} value={money(sale.amount)} />
            <Row name={t('receipt.state')} value={t(`stage.${sale.stage}`)} />
          </>
        )}
        {refunded.map((refund) => (
          <Row key={refund.refundKey} name={t(`refund.stage.${refund.stage}`)} value={money(-refund.amount)} />
        ))}
        {refunded.length > 0 && <Row name={t('receipt.kept')} value={money(kept)} />}
        {open.map((refund) => (
          <Row key={refund.refundKey} name={t(`refund.stage.${refund.stage}`)} value={money(refund.amount)} />
        ))}
        <Row name={t('sale.reference')} value={sale.reference} />
        <Row name={t('sale.description')} value={sale.description} />
        <Row name={t('details.payment-id')} value={sale.paymentId} />
        <Row name={t('details.iban')} value={sale.debtor?.iban} />
      </dl>
    </Receipt>
  );
}

/** Without the service's confirmation the sheet carries a warning. */
export function RefundSheet({ sale, refund, issues, words }: Props & { readonly refund: RefundView }) {
  const { t, money } = words;
  const proof = proofOfRefund(refund);
  return (
    <Receipt sale={sale} at={refund.at} title={t('receipt.refund')} proof={proof} issues={issues} words={words}>
      <dl>
        <Row name={t('sale.amount')} value={money(refund.amount)} big={proof.warning === undefined} />
        <Row name={t('receipt.state')} value={t(`refund.stage.${refund.stage}`)} />
        <Row name={t('refund.reason')} value={refund.reason} />
        <Row name={t('receipt.refund.id')} value={refund.refundId} />
      </dl>
      {refund.allowedByManager && <p>{t('refund.allowed')}</p>}
      <hr />
      <dl>
        <Row name={t('receipt.refund.of')} value={money(sale.amount)} />
        <Row
          name={t('stage.paid')}
          value={sale.succeededAt === undefined ? undefined : words.dayAndTime(sale.succeededAt)}
        />
        <Row name={t('sale.reference')} value={sale.reference} />
        <Row name={t('details.payment-id')} value={sale.paymentId} />
        <Row name={t('details.iban')} value={sale.debtor?.iban} />
      </dl>
    </Receipt>
  );
}

interface ReceiptProps extends Props {
  readonly at: number;
  readonly title?: string;
  readonly proof: Proof;
  readonly children: ReactNode;
}

function Receipt({ sale, at, title, proof, issues, words, children }: ReceiptProps) {
  const { t } = words;
  const shopName = useTill((till) => till.terminal.shopName);
  const warning = proof.warning && <p className={styles.warning}>{t(proof.warning)}</p>;
  return (
    <>
      <CopyMark issues={issues} words={words} />
      <h1>{shopName || t('app.name')}</h1>
      <p>{sale.posId === undefined ? t('payouts.state.other-till') : t('receipt.till', { posId: sale.posId })}</p>
      <p>{words.dayAndTime(at)}</p>
      {title !== undefined && <p className={styles.big}>{title}</p>}
      {warning}
      <hr />
      {children}
      <hr />
      <p>{t(proof.foot)}</p>
      {warning}
    </>
  );
}

interface RowProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly big?: boolean;
}

export function Row({ name, value, big = false }: RowProps) {
  if (value === undefined) return null;
  return (
    <div className={big ? `${styles.row} ${styles.big}` : styles.row}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function CopyMark({ issues, words }: { readonly issues: Issues; readonly words: Words }) {
  const { issued, firstAt } = issues;
  if (issued === 0 || firstAt === undefined) return null;
  return (
    <p className={styles.copy}>
      <b>{words.t('receipt.copy', { number: issued })}</b>{' '}
      {words.t('receipt.original', { time: words.dayAndTime(firstAt) })}
    </p>
  );
}

/** The sheet's end cuts off the rest. */
const LINES = 48;

/** An outline, legible on printers without grey. Drawn as text, since backgrounds are not printed. */
export function Watermark({ words }: { readonly words: readonly (string | false | undefined)[] }) {
  const marks = words.filter((word) => word !== undefined && word !== false);
  if (marks.length === 0) return null;
  return (
    <div className={styles.watermark}>
      {Array.from({ length: LINES }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are in no order
        <i key={line} data-word={marks[line % marks.length]} />
      ))}
    </div>
  );
}
