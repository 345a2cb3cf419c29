import { IconHandFinger } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { SaleView } from '../../../preload/views.ts';
import { Figure } from '../../ui/figure.tsx';
import { minutesAndSeconds } from '../../ui/moment.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { StageIcon } from '../../ui/stage-icon.tsx';
import { useAsk } from '../../ui/use-ask.ts';
import { timeLeftNow, useTick } from '../../ui/use-tick.ts';
import { useWords } from '../../ui/use-words.ts';
import { useNewest, useTill } from '../till-store.ts';
import { Facts } from './facts.tsx';
import { SaleFrame } from './frame.tsx';
import { useSaleKeys } from './keys.ts';
import { Notes } from './notes.tsx';
import { StateLine } from './state-line.tsx';
import './following.css';

/** A sale under way: what the customer is doing, how long they have, and the two things a cashier can do. */
export function Following({ sale }: { readonly sale: SaleView }) {
  const { t, money } = useWords();
  const sticker = useTill((till) => till.terminal.sticker);
  const cancel = useAsk('sale.cancel');
  const says = useAsk('sale.customer-says-paid');
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
    <SaleFrame
      amount={<Figure text={money(sale.amount)} />}
      state={<FollowedState sale={sale} />}
      body={
        <>
          <p className="sentence" aria-live="polite">
            {t(sticker && sale.stage === 'waiting' ? 'following.waiting.sticker' : `following.${sale.stage}`)}
          </p>
          <Notes sale={sale} doubting={doubting} problems={[cancel.problem, says.problem]} asking={says.pending} />
          <Facts sale={sale} />
        </>
      }
      pad={<Copy sale={sale} />}
      second={
        <button
          ref={button}
          type="button"
          className={doubting ? 'button button--danger' : 'button'}
          aria-disabled={cancelling}
          onBlur={() => setDoubting(false)}
          onClick={doCancel}
        >
          {t('sale.cancel')}
        </button>
      }
      main={
        <button
          type="button"
          className="button button--main"
          aria-disabled={says.pending || sale.verdict?.kind === 'asking'}
          onMouseDown={(event) => event.preventDefault()}
          onClick={doSays}
        >
          {t('sale.says-paid')}
        </button>
      }
    />
  );
}

/** Word, ring and time left. The ring stays while the payment can still run out. */
function FollowedState({ sale }: { readonly sale: SaleView }) {
  const { t } = useWords();
  const receivedAt = useNewest((newest) => newest.receivedAt);
  const counting = sale.timeLeftMs !== undefined && sale.stage !== 'authorised';
  const now = useTick(counting, 250);
  const left = timeLeftNow(sale.timeLeftMs ?? 0, receivedAt, now);
  const share = counting && sale.lifetimeMs ? left / sale.lifetimeMs : undefined;
  const word = (
    <span role="status" aria-label={t('status.name')}>
      {t(`stage.${sale.stage}`)}
    </span>
  );
  const time = counting && (
    <>
      <span role="timer" aria-label={t('timer.name')} className="following__time">
        {minutesAndSeconds(left)}
      </span>{' '}
      {t('timer.left')}
    </>
  );
  return <StateLine stage={sale.stage} word={word} left={time || t(`following.${sale.stage}.short`)} share={share} />;
}

/** Where the keypad was: a small copy of the code for as long as it can be scanned, then the state's shape. */
function Copy({ sale }: { readonly sale: SaleView }) {
  const { t } = useWords();
  const training = useTill((till) => till.terminal.mode === 'training');
  const play = useAsk('training.open-payer');
  const leave = useAsk('sale.dismiss');
  const scannable = sale.stage === 'waiting' && sale.deeplink !== undefined;
  return (
    <div className="copy" data-tone="blue">
      {scannable && sale.deeplink !== undefined ? (
        <QrCode text={sale.deeplink} name={t('qr.name')} />
      ) : (
        <div className="copy__shape">
          <StageIcon stage={sale.stage} size="45%" />
        </div>
      )}
      <div className="copy__below">
        {sale.leavable && (
          <button
            type="button"
            className="button"
            aria-disabled={leave.pending}
            onClick={() => void leave.run({ saleId: sale.saleId })}
          >
            {t('sale.new')}
          </button>
        )}
        {training && sale.paymentId !== undefined && (
          <button
            type="button"
            className="button"
            aria-disabled={play.pending}
            onClick={() => void play.run({ saleId: sale.saleId })}
          >
            <IconHandFinger aria-hidden="true" size={24} stroke={1.75} />
            {t('training.play')}
          </button>
        )}
      </div>
    </div>
  );
}
