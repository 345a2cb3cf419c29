import { IconHandFinger } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { SaleView } from '../../../preload/views.ts';
import { Button } from '../../ui/button.tsx';
import { FittedAmount } from '../../ui/fitted-amount.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import type { RunningStage } from '../../ui/sale-stage.ts';
import textStyles from '../../ui/text.module.css';
import { minutesAndSeconds } from '../../ui/time-text.ts';
import { useCall } from '../../ui/use-call.ts';
import { timeLeftNow, useNow } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import { useSnapshotState, useTill } from '../till-store.ts';
import { ReferenceLine } from './reference-line.tsx';
import styles from './running-sale-screen.module.css';
import { SaleLayout } from './sale-layout.tsx';
import { SaleNotes } from './sale-notes.tsx';
import { SaleState } from './sale-state.tsx';
import { StagePicture } from './stage-picture.tsx';
import { useSaleKeys } from './use-sale-keys.ts';

interface Props {
  readonly sale: SaleView;
  readonly stage: RunningStage;
}

/** A running sale: what the customer is doing, the time left, and the two actions of the cashier. */
export function RunningSaleScreen({ sale, stage }: Props) {
  const { t, money } = useWords();
  const sticker = useTill((till) => till.terminal.sticker);
  const cancel = useCall('sale.cancel');
  const says = useCall('sale.customer-says-paid');
  const button = useRef<HTMLButtonElement>(null);
  const [doubting, setDoubting] = useState(false);
  const { saleId } = sale;

  const doCancel = () => {
    setDoubting(false);
    void cancel.run({ saleId });
  };
  const doSays = () => void says.run({ saleId });
  const askToCancel = () => {
    if (doubting) return setDoubting(false);
    setDoubting(true);
    button.current?.focus();
  };
  useSaleKeys({ Escape: askToCancel, F3: doSays });

  const cancelling = cancel.pending || sale.cancel === 'asked';
  return (
    <SaleLayout
      amount={<FittedAmount text={money(sale.amount)} />}
      state={<RunningState sale={sale} stage={stage} />}
      body={
        <>
          <p className={textStyles.sentence} aria-live="polite">
            {t(sticker && stage === 'waiting' ? 'following.waiting.sticker' : `following.${stage}`)}
          </p>
          <SaleNotes sale={sale} doubting={doubting} problems={[cancel.problem, says.problem]} asking={says.pending} />
          <ReferenceLine sale={sale} />
        </>
      }
      pad={<Copy sale={sale} />}
      second={
        <Button
          ref={button}
          kind={doubting ? 'danger' : undefined}
          aria-disabled={cancelling}
          onBlur={() => setDoubting(false)}
          onClick={doCancel}
        >
          {t('sale.cancel')}
        </Button>
      }
      main={
        <Button
          kind="main"
          aria-disabled={says.pending || sale.verdict?.kind === 'asking'}
          onMouseDown={(event) => event.preventDefault()}
          onClick={doSays}
        >
          {t('sale.says-paid')}
        </Button>
      }
    />
  );
}

/** Word, ring and time left. The ring is shown while the payment can still expire. */
function RunningState({ sale, stage }: Props) {
  const { t } = useWords();
  const { timeLeftMs, receivedAt } = useSnapshotState((state) => ({
    timeLeftMs: state.snapshot?.sale?.timeLeftMs,
    receivedAt: state.receivedAt,
  }));
  const counting = timeLeftMs !== undefined && stage !== 'authorised';
  const now = useNow(counting, 250);
  const left = timeLeftNow(timeLeftMs ?? 0, receivedAt, now);
  const share = counting && sale.lifetimeMs ? left / sale.lifetimeMs : undefined;
  const word = (
    <span role="status" aria-label={t('status.name')}>
      {t(`stage.${stage}`)}
    </span>
  );
  const time = counting && (
    <>
      <span role="timer" aria-label={t('timer.name')} className={styles.timeLeft}>
        {minutesAndSeconds(left)}
      </span>{' '}
      {t('timer.left')}
    </>
  );
  return <SaleState stage={stage} word={word} left={time || t(`following.${stage}.short`)} share={share} />;
}

/** In the place of the keypad: a copy of the code while it can be scanned, then the shape of the state. */
function Copy({ sale }: { readonly sale: SaleView }) {
  const { t } = useWords();
  const training = useTill((till) => till.terminal.mode === 'training');
  const play = useCall('training.open-payer');
  const leave = useCall('sale.dismiss');
  const scannable = sale.stage === 'waiting' && sale.deeplink !== undefined;
  return (
    <div className={styles.code}>
      {scannable && sale.deeplink !== undefined ? (
        <QrCode text={sale.deeplink} name={t('qr.name')} />
      ) : (
        <StagePicture stage={sale.stage} size="45%" />
      )}
      <div className={styles.below}>
        {sale.leavable && (
          <Button aria-disabled={leave.pending} onClick={() => void leave.run({ saleId: sale.saleId })}>
            {t('sale.new')}
          </Button>
        )}
        {training && sale.paymentId !== undefined && (
          <Button aria-disabled={play.pending} onClick={() => void play.run({ saleId: sale.saleId })}>
            <IconHandFinger aria-hidden="true" size={24} stroke={1.75} />
            {t('training.play')}
          </Button>
        )}
      </div>
    </div>
  );
}
