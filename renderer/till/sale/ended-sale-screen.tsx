import type { SaleView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { FittedAmount } from '../../ui/fitted-amount.tsx';
import { type EndedStage, type ShownEnd, shownEnd } from '../../ui/sale-stage.ts';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { usePressable } from '../../ui/use-pressable.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { usePaper } from '../paper/use-paper.ts';
import { SaleNotes } from '../payment/sale-notes.tsx';
import { RefundList } from '../refund/refund-list.tsx';
import { useUi } from '../till-store.ts';
import { ReferenceLine, SaleLayout } from './sale-layout.tsx';
import { SaleState, StagePicture, StateWord } from './sale-state.tsx';
import { useNextSale } from './use-next-sale.ts';
import { useReturn } from './use-return.ts';
import { useSaleKeys } from './use-sale-keys.ts';

interface Props {
  readonly sale: SaleView;
  readonly stage: EndedStage;
}

export function EndedSaleScreen({ sale, stage }: Props) {
  const words = useWords();
  const { t, money } = words;
  const dismiss = useCall('sale.dismiss');
  const says = useCall('sale.customer-says-paid');
  const paper = usePaper();
  const pressable = usePressable();
  const { saleId } = sale;
  const shown = shownEnd(sale, stage);
  const leave = async () => (pressable ? await dismiss.run({ saleId }) : undefined);
  const next = useNextSale({ sale, pressable, leave });
  useReturn(sale, () => void leave());
  const unknown = stage === 'unknown';
  const ask = () => void says.run({ saleId });
  // An unknown outcome is not an end: Enter asks the service and does not dismiss the sale.
  useSaleKeys(unknown ? { Enter: ask, F3: ask } : { Enter: leave, figure: next.type });
  const isOver = stage !== 'paid' && !unknown;
  const word = shown === 'partly-refunded' ? words.refundedOf(sale) : t(`stage.${shown}`);
  const sentence = endSentence(sale, shown, words);
  useAnnounced(`${word}. ${sentence}`);
  return (
    <SaleLayout
      amount={<FittedAmount text={money(sale.amount)} />}
      state={
        <SaleState
          stage={shown}
          word={<StateWord>{word}</StateWord>}
          left={shortOf(sale, shown, words)}
          share={undefined}
        />
      }
      body={
        <>
          <p className={textStyles.sentence}>{sentence}</p>
          <SaleNotes sale={sale} problems={[dismiss.problem, says.problem, paper.problem]} asking={says.pending} />
          <RefundList sale={sale} />
          {isOver && sale.register !== undefined && <p>{t('ended.register', { name: sale.register })}</p>}
          <ReferenceLine sale={sale} />
        </>
      }
      pad={<StagePicture stage={shown} size="60%" />}
      second={
        <SecondActions
          sale={sale}
          pressable={pressable}
          print={() => void paper.print({ kind: 'receipt', sale })}
          leave={leave}
          chargeAgain={next.chargeAgain}
        />
      }
      main={
        <Button
          kind="main"
          disabled={!pressable}
          data-settling={!pressable || undefined}
          onClick={unknown ? ask : leave}
        >
          {t(unknown ? 'sale.says-paid' : 'sale.new')}
        </Button>
      }
    />
  );
}

interface SecondProps {
  readonly sale: SaleView;
  readonly pressable: boolean;
  print(): void;
  leave(): void;
  chargeAgain(): void;
}

function SecondActions({ sale, pressable, print, leave, chargeAgain }: SecondProps) {
  const { t } = useWords();
  const refund = useUi((ui) => ui.refund);
  const common = {
    disabled: !pressable,
    'data-settling': !pressable || undefined,
  } as const;
  if (sale.stage === 'unknown')
    return (
      <Button {...common} onClick={leave}>
        {t('sale.park')}
      </Button>
    );
  // The register would not hear of another one.
  if (sale.stage !== 'paid' && sale.register !== undefined) return null;
  if (sale.stage !== 'paid')
    return (
      <Button {...common} onClick={chargeAgain}>
        {t('sale.charge-again')}
      </Button>
    );
  return (
    <>
      <Button {...common} onClick={print}>
        {t('sale.print')}
      </Button>
      {sale.refundable > 0 && (
        <Button {...common} onClick={() => refund(sale.saleId)}>
          {t('sale.refund')}
        </Button>
      )}
    </>
  );
}

function shortOf(sale: SaleView, shown: ShownEnd, { t }: Words): string {
  if (shown === 'partly-refunded') return '';
  return t(isTakenBack(sale) ? 'ended.voided.short' : `ended.${shown}.short`);
}

function endSentence(sale: SaleView, stage: ShownEnd, { t, firstOf, exactTime, money }: Words): string {
  if (isTakenBack(sale)) return t('ended.taken-back');
  const named = sale.debtor?.name === undefined ? [] : [`ended.${stage}.named`];
  const { code } = sale.problem ?? {};
  const causes = code === undefined ? [] : [code, code.slice(0, code.indexOf('.'))];
  const because = causes.map((cause) => `ended.${stage}.${sale.ending}.${cause}`);
  const key = firstOf([...because, `ended.${stage}.${sale.ending}`, ...named], `ended.${stage}`);
  const at = sale.succeededAt ?? sale.endedAt ?? sale.startedAt;
  return t(key, {
    name: sale.debtor?.name,
    posId: sale.posId,
    register: sale.register,
    time: exactTime(at),
    refunded: money(sale.refunded),
    kept: money(sale.amount - sale.refunded),
  });
}

/** It was shown as paid before, so the sentence must not say that no money moved. */
function isTakenBack({ stage, alarm }: SaleView): boolean {
  return stage !== 'paid' && alarm?.shownAs === 'paid';
}
