import type { RefundView, SaleView } from '../../../preload/contract/views.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import styles from './paper-buttons.module.css';
import { PaperOutcome } from './paper-outcome.tsx';
import { usePaper } from './use-paper.ts';

interface Props {
  readonly sale: SaleView;
  readonly refund: RefundView;
}

/** Prints or saves the receipt of one refund, whatever its state: the sheet says what it proves. */
export function RefundReceiptButtons({ sale, refund }: Props) {
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
