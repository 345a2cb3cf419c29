import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '../../../preload/contract/contract.ts';
import type { SaleView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { FittedAmount } from '../../ui/fitted-amount.tsx';
import { type EndedStage, type ShownEnd, shownEnd } from '../../ui/sale-stage.tsx';
import textStyles from '../../ui/text.module.css';
import { useSettled } from '../../ui/use-now.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { openAlarm } from '../dialogs/open-alarm.ts';
import { useAmountTyping } from '../form/use-amount-typing.ts';
import { usePaper } from '../paper/use-paper.tsx';
import { SaleNotes } from '../payment/sale-notes.tsx';
import { RefundList } from '../refund/refund-list.tsx';
import { useTill, useUi, useUiNow } from '../till-store.ts';
import { ReferenceLine, SaleLayout, SaleState, StagePicture, StateWord } from './sale-layout.tsx';
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
  const settled = useSettled();
  const { saleId } = sale;
  const shown = shownEnd(sale, stage);
  const leave = async () => (settled ? await dismiss.run({ saleId }) : undefined);
  const next = useNextSale({ sale, settled, leave });
  useReturn(sale, () => void leave());
  const unknown = stage === 'unknown';
  const decide = useUi((ui) => ui.dialogs.decideRegister);
  const ask = () => (sale.undecided ? decide(`sale.found.${saleId}`) : void says.run({ saleId }));
  // An unknown outcome is no end: Enter asks the service and does not dismiss the sale.
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
          settled={settled}
          print={() => void paper.print({ kind: 'receipt', sale })}
          leave={leave}
          chargeAgain={next.chargeAgain}
        />
      }
      main={
        <Button kind="main" disabled={!settled} data-settling={!settled || undefined} onClick={unknown ? ask : leave}>
          {t(unknown ? (sale.undecided ? 'notices.action.decide-payment' : 'sale.says-paid') : 'sale.new')}
        </Button>
      }
    />
  );
}

interface SecondProps {
  readonly sale: SaleView;
  readonly settled: boolean;
  print(): void;
  leave(): void;
  chargeAgain(): void;
}

function SecondActions({ sale, settled, print, leave, chargeAgain }: SecondProps) {
  const { t } = useWords();
  const refund = useUi((ui) => ui.dialogs.refund);
  const common = {
    disabled: !settled,
    'data-settling': !settled || undefined,
  } as const;
  if (sale.stage === 'unknown')
    return (
      <Button {...common} onClick={leave}>
        {t('sale.park')}
      </Button>
    );
  // A register would not learn of a second charge.
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
  if (sale.undecided) return t('ended.undecided');
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

/** The sale was shown as paid before, so the sentence must not say that no money moved. */
function isTakenBack({ stage, alarm }: SaleView): boolean {
  return stage !== 'paid' && alarm?.shownAs === 'paid';
}

/** Long enough to distinguish typing from a scanner, whose characters must not stay in the amount. */
const TYPED_MS = 150;

interface Ended {
  readonly sale: SaleView;
  readonly settled: boolean;
  leave(): Promise<Outcome<unknown> | undefined>;
}

function useNextSale({ sale, settled, leave }: Ended) {
  const { amountText } = useWords();
  const typing = useAmountTyping();
  const ui = useUiNow();
  const [typed, setTyped] = useState<'no' | 'just-now' | 'surely'>('no');
  const leaving = typed === 'surely' && settled;
  /** Set once the screen is left: a second click before the next screen must not charge twice. */
  const left = useRef(false);
  const leaveOnce = async (): Promise<boolean> => {
    if (left.current) return false;
    left.current = true;
    const outcome = await leave();
    if (!outcome?.ok) left.current = false;
    return outcome?.ok ?? false;
  };
  useEffect(() => {
    if (typed !== 'just-now') return;
    const timer = setTimeout(() => setTyped(ui().entry.draft.amount === '' ? 'no' : 'surely'), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, ui]);
  useEffect(() => {
    if (!leaving) return;
    setTyped('no');
    void leaveOnce();
  });
  return {
    /** Typed characters are kept while the end stays visible for a moment. */
    type(character: string) {
      const { draft, type } = ui().entry;
      type({ amount: typing.add(draft.amount, character) });
      setTyped((before) => (before === 'surely' ? before : 'just-now'));
    },
    /** As a new sale, with a scanned or generated reference. */
    async chargeAgain() {
      if (!(await leaveOnce())) return;
      const { reference } = ui().entry.draft;
      ui().entry.chargeAgain({ reference, amount: amountText(sale.amount), description: sale.description ?? '' });
    },
  };
}

/** Never for an unknown outcome, during an alarm, after typing, or while a dialog is open. */
function useReturn({ stage, alarm }: SaleView, leave: () => void): void {
  const seconds = useTill((till) => till.counter.returnAfterSeconds);
  const alarmed = useTill((till) => openAlarm(till) !== null) || alarm !== undefined;
  const ui = useUiNow();
  const newest = useRef(leave);
  newest.current = leave;
  const returns = seconds > 0 && stage !== 'unknown' && !alarmed;
  useEffect(() => {
    if (!returns) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const busy = ui().entry.draft.amount !== '' || document.querySelector('[aria-modal="true"]') !== null;
        if (busy) wait();
        else newest.current();
      }, seconds * 1000);
    };
    wait();
    window.addEventListener('keydown', wait, { capture: true });
    window.addEventListener('pointerdown', wait, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', wait, { capture: true });
      window.removeEventListener('pointerdown', wait, { capture: true });
    };
  }, [returns, seconds, ui]);
}
