import type { RefundView, SaleView } from '../../../preload/contract/views.ts';
import { Button } from '../../ui/button.tsx';
import type { Tone } from '../../ui/sale-stage.tsx';
import { useWords, type Words } from '../../ui/use-words.ts';
import { PaperOutcome, usePaper } from '../paper/use-paper.tsx';
import { useUi } from '../till-store.ts';
import styles from './refund-list.module.css';

const tones: Readonly<Record<RefundView['stage'], Tone>> = {
  sending: 'blue',
  unconfirmed: 'amber',
  pending: 'blue',
  refunded: 'green',
  failed: 'red',
  refused: 'red',
  'not-made': 'grey',
};

/** A refund is only shown as done after a verified response from the service. */
export function RefundList({ sale }: { readonly sale: SaleView }) {
  const { refunds } = sale;
  const words = useWords();
  const settle = useUi((ui) => ui.dialogs.settle);
  if (refunds.length === 0 && sale.refundAsked === undefined) return null;
  return (
    <ul className={styles.list} aria-label={words.t('details.refunds')}>
      {refunds.map((refund) => (
        <li key={refund.refundKey} data-tone={tones[refund.stage]}>
          <span className={styles.amount}>{words.money(refund.amount)}</span>
          <span className={styles.stage}>{words.t(`refund.stage.${refund.stage}`)}</span>
          <span className={styles.more}>
            {[words.clockTime(refund.at), refund.reason, allowedBy(refund, words), ...whyOf(refund, words)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {refund.unsettled !== undefined && <Button onClick={() => settle(refund)}>{words.t('refund.settle')}</Button>}
          {refund.stage !== 'sending' && <RefundReceiptButtons sale={sale} refund={refund} />}
        </li>
      ))}
      {sale.refundAsked !== undefined && <li data-tone="amber">{askedWords(sale.refundAsked, words)}</li>}
    </ul>
  );
}

function askedWords(
  { amount, at, interrupted }: NonNullable<SaleView['refundAsked']>,
  { t, money, clockTime }: Words,
): string {
  return t(interrupted ? 'refund.interrupted' : 'refund.asked', { amount: money(amount), time: clockTime(at) });
}

function allowedBy({ allowedByManager }: RefundView, { t }: Words): string | undefined {
  return allowedByManager ? t('refund.allowed') : undefined;
}

function whyOf(refund: RefundView, { t, money, error, clockTime }: Words): readonly (string | undefined)[] {
  const { stage, trouble, problem, unsettled, waitsUntil, madeAfterAll } = refund;
  const reserved = { amount: money(refund.amount) };
  const fault = trouble ?? problem;
  // "Not confirmed" already says that no response was verified.
  const shownFault = stage === 'unconfirmed' && fault?.code === 'refund.unverified' ? undefined : fault;
  return [
    madeAfterAll ? t('refund.made-after-all', reserved) : undefined,
    stage === 'unconfirmed' ? t(unsettled === undefined ? 'refund.in-doubt' : 'refund.unsettled', reserved) : undefined,
    shownFault === undefined ? undefined : error(shownFault),
    waitsUntil === undefined ? undefined : t('refund.waits', { time: clockTime(waitsUntil) }),
  ];
}

interface Props {
  readonly sale: SaleView;
  readonly refund: RefundView;
}

/** In any state: the sheet shows what it proves. */
function RefundReceiptButtons({ sale, refund }: Props) {
  const { t } = useWords();
  const paper = usePaper();
  const sheet = { kind: 'refund-receipt', sale, refund } as const;
  return (
    <div className={styles.buttons}>
      <Button aria-disabled={paper.pending} onClick={() => void paper.print(sheet)}>
        {t('receipt.refund.print')}
      </Button>
      <Button aria-disabled={paper.pending} onClick={() => void paper.savePdf(sheet)}>
        {t('receipt.refund.save')}
      </Button>
      <PaperOutcome paper={paper} />
    </div>
  );
}
