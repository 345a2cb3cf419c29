import type { RefundView } from '../../../preload/views.ts';
import type { Tone } from '../../ui/stage.ts';
import { useWords } from '../../ui/use-words.ts';
import './refund-lines.css';

const tones: Readonly<Record<RefundView['stage'], Tone>> = {
  sending: 'blue',
  unconfirmed: 'amber',
  pending: 'blue',
  refunded: 'green',
  failed: 'red',
  refused: 'red',
};

/** Each refund of a payment with where it stands; never called done before the service's word for it verified. */
export function RefundLines({ refunds }: { readonly refunds: readonly RefundView[] }) {
  const words = useWords();
  if (refunds.length === 0) return null;
  return (
    <ul className="refunds" aria-label={words.t('details.refunds')}>
      {refunds.map((refund) => (
        <li key={refund.refundKey} data-tone={tones[refund.stage]}>
          <span className="refunds__amount">{words.money(refund.amount)}</span>
          <span className="refunds__stage">{words.t(`refund.stage.${refund.stage}`)}</span>
          <span className="refunds__more">
            {[words.clockTime(refund.at), refund.reason, refund.problem && words.error(refund.problem)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
