import { IconHandFinger, IconQrcode } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { TrainingAct } from '../../../preload/contract/contract.ts';
import type { SaleView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { FittedAmount } from '../../ui/fitted-amount.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { type RunningStage, shownStage } from '../../ui/sale-stage.tsx';
import textStyles from '../../ui/text.module.css';
import { minutesAndSeconds } from '../../ui/time-text.ts';
import { timeLeftNow, useNow, useSettled } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { isParkable, SaleNotes } from '../payment/sale-notes.tsx';
import { useCancelQuestion } from '../payment/use-cancel-question.ts';
import { useSnapshotState, useSnapshots, useTill, useUi } from '../till-store.ts';
import styles from './running-sale-screen.module.css';
import { ReferenceLine, SaleLayout, SaleState, StagePicture, StateWord } from './sale-layout.tsx';
import { useSaleKeys } from './use-sale-keys.ts';

interface Props {
  readonly sale: SaleView;
  readonly stage: RunningStage;
}

export function RunningSaleScreen({ sale, stage }: Props) {
  const { t, money } = useWords();
  const sticker = useTill((till) => till.terminal.sticker);
  const cancel = useCall('sale.cancel');
  const says = useCall('sale.customer-says-paid');
  const { saleId } = sale;
  const isKept = useUi((ui) => ui.entry.keptDraft !== null);
  const question = useCancelQuestion({
    cancel: () => void cancel.run({ saleId }),
    waits: cancel.pending || sale.cancel === 'asked',
  });
  const ask = () => void says.run({ saleId });
  useSaleKeys({ Escape: question.toggle, F3: ask });

  const shown = shownStage(sale);
  const cancelling = shown === 'cancelling';
  const waitingFor = sticker && stage === 'waiting' ? 'waiting.sticker' : stage;
  const following = t(cancelling ? 'following.cancelling' : `following.${waitingFor}`);
  useAnnounced(`${t(`stage.${shown}`)}. ${following}`);
  return (
    <SaleLayout
      amount={<FittedAmount text={money(sale.amount)} />}
      state={<RunningState sale={sale} stage={stage} />}
      body={
        <>
          <p className={textStyles.sentence}>{following}</p>
          <SaleNotes
            sale={sale}
            doubting={question.asked}
            problems={[cancel.problem, says.problem]}
            asking={says.pending}
          />
          {isKept && <p className={textStyles.quiet}>{t('sale.draft-kept')}</p>}
          <ReferenceLine sale={sale} />
        </>
      }
      pad={<Copy sale={sale} stage={stage} />}
      second={
        <>
          <Button kind={question.asked ? 'danger' : undefined} aria-keyshortcuts="Escape" {...question.button}>
            {t('sale.cancel')}
          </Button>
          {question.asked ? (
            <Button keepsFocus onClick={question.goOn}>
              {t('sale.go-on')}
            </Button>
          ) : (
            <SaysPaidButton sale={sale} pending={says.pending} ask={ask} />
          )}
        </>
      }
      main={<p className={styles.keys}>{t(cancelling ? 'keys.cancelling' : 'keys.running')}</p>}
    />
  );
}

function RunningState({ sale, stage }: Props) {
  const { t } = useWords();
  const { timeLeftMs, receivedAt } = useSnapshotState((state) => ({
    timeLeftMs: state.snapshot?.sale?.timeLeftMs,
    receivedAt: state.receivedAt,
  }));
  const shown = shownStage(sale);
  const cancelling = shown === 'cancelling';
  const counting = timeLeftMs !== undefined && stage !== 'authorised' && !cancelling;
  const now = useNow(counting, 250);
  const left = timeLeftNow(timeLeftMs ?? 0, receivedAt, now);
  const share = counting && sale.lifetimeMs ? left / sale.lifetimeMs : undefined;
  const time = counting && (
    <>
      <span role="timer" aria-label={t('timer.name')} className={styles.timeLeft}>
        {minutesAndSeconds(left)}
      </span>{' '}
      {t('timer.left')}
    </>
  );
  return (
    <SaleState
      stage={shown}
      word={<StateWord>{t(`stage.${shown}`)}</StateWord>}
      left={time || t(cancelling ? 'following.cancelling.short' : `following.${stage}.short`)}
      share={share}
    />
  );
}

function Copy({ sale, stage }: Props) {
  const { t } = useWords();
  const training = useTill((till) => till.terminal.mode === 'training');
  const paying = useUi((ui) => ui.navigation.payingAsCustomer);
  const payAsCustomer = useUi((ui) => ui.navigation.payAsCustomer);
  const leave = useCall('sale.dismiss');
  const shown = shownStage(sale);
  const scannable = shown === 'waiting' && sale.deeplink !== undefined;
  const playable = training && sale.paymentId !== undefined;
  return (
    <div className={styles.code}>
      {playable && paying ? (
        <CustomersApp saleId={sale.saleId} stage={stage} />
      ) : scannable && sale.deeplink !== undefined ? (
        <QrCode text={sale.deeplink} name={t('qr.name')} />
      ) : (
        <StagePicture stage={shown} size="45%" />
      )}
      <div className={styles.below}>
        {isParkable(sale) && (
          <Button aria-disabled={leave.pending} onClick={() => void leave.run({ saleId: sale.saleId })}>
            {t('sale.park')}
          </Button>
        )}
        {playable && (
          <Button keepsFocus onClick={() => payAsCustomer(!paying)}>
            {paying ? <IconQrcode {...icon} /> : <IconHandFinger {...icon} />}
            {t(paying ? 'training.hide' : 'training.play')}
          </Button>
        )}
      </div>
    </div>
  );
}

const icon = { 'aria-hidden': true, size: 24, stroke: 1.75 } as const;

/** Usual time until a customer pays; an earlier question would only disturb. */
const OFFERED_AFTER_MS = 10_000;

interface SaysPaidButtonProps {
  readonly sale: SaleView;
  readonly pending: boolean;
  ask(): void;
}

/** Shown next to *Cancel payment* after ten seconds. Its room is reserved, so that nothing moves under a finger. */
function SaysPaidButton({ sale, pending, ask }: SaysPaidButtonProps) {
  const now = useSnapshots();
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    const sinceStart = (now.getState().snapshot?.at ?? sale.startedAt) - sale.startedAt;
    const timer = setTimeout(() => setOffered(true), OFFERED_AFTER_MS - sinceStart);
    return () => clearTimeout(timer);
  }, [now, sale.startedAt]);
  return offered ? <Offered sale={sale} pending={pending} ask={ask} /> : <span />;
}

/** The button may appear at the place of *Go on waiting*, so it ignores clicks at first. */
function Offered({ sale, pending, ask }: SaysPaidButtonProps) {
  const { t } = useWords();
  const settled = useSettled();
  return (
    <Button
      aria-disabled={pending || sale.verdict?.kind === 'asking' || !settled}
      aria-keyshortcuts="F3"
      data-settling={!settled || undefined}
      keepsFocus
      onClick={() => settled && ask()}
    >
      {t('sale.says-paid')}
    </Button>
  );
}

interface CustomersAppProps {
  readonly saleId: string;
  readonly stage: RunningStage;
}

/** Stages in which each action is possible. All buttons stay visible, so that none has to be searched for. */
const acts: readonly (readonly [TrainingAct, readonly RunningStage[]])[] = [
  ['scan', ['waiting']],
  ['confirm', ['scanned']],
  ['refuse', ['waiting', 'scanned']],
  ['bank-refuses', ['scanned']],
  ['expire', ['waiting', 'scanned']],
];

function CustomersApp({ saleId, stage }: CustomersAppProps) {
  const { t, error } = useWords();
  const act = useCall('training.act');
  const page = useCall('training.open-payer');
  // Main refuses too: a browser leads out of the kiosk.
  const staysHere = useTill((till) => till.counter.kiosk?.on === true && till.role === 'cashier');
  const problem = act.problem ?? page.problem;
  return (
    <section className={styles.app} aria-label={t('training.app')}>
      <p className={styles.title}>{problem === undefined ? t('training.app') : error(problem)}</p>
      <div className={styles.acts}>
        {acts.map(([name, stages]) => {
          const possible = stages.includes(stage) && !act.pending;
          return (
            <Button
              key={name}
              aria-disabled={!possible}
              keepsFocus
              onClick={() => possible && void act.run({ saleId, act: name })}
            >
              {t(`training.${name}`)}
            </Button>
          );
        })}
        {!staysHere && (
          <Button aria-disabled={page.pending} keepsFocus onClick={() => void page.run({ saleId })}>
            {t('training.page')}
          </Button>
        )}
      </div>
    </section>
  );
}
