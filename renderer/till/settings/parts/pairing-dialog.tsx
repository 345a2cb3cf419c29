import { useEffect } from 'react';
import type { RegistersView } from '../../../../preload/contract/registers.ts';
import { useCall } from '../../../ui/ask-main.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { minutesAndSeconds } from '../../../ui/time-text.ts';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import styles from './pairing-dialog.module.css';

interface Props {
  readonly view: RegistersView;
  readonly came: string | undefined;
  again(): Promise<void>;
  close(message?: string): void;
}

/** The code is valid for two minutes. Closes by itself after the pairing. */
export function PairingDialog({ view: { pairing, address }, came, again, close }: Props) {
  const { t } = useWords();
  const stop = useCall('registers.stop-pairing');
  useEffect(() => {
    if (came !== undefined) close(t('registers.paired', { name: came }));
  });
  const leave = () => {
    void stop.run({});
    close();
  };
  return (
    <Dialog title={t('registers.pair')} width="table" guarded close={leave}>
      <DialogForm
        leaveText={t('dialog.close')}
        leave={leave}
        {...(pairing === undefined ? { confirm: t('registers.pair.again'), submit: () => void again() } : {})}
      >
        <p>{t(pairing === undefined ? 'registers.pair.over' : 'registers.pair.text')}</p>
        {pairing !== undefined && (
          <div className={styles.code}>
            <output
              aria-label={t('registers.pair.code')}
            >{`${pairing.code.slice(0, 3)} ${pairing.code.slice(3)}`}</output>
            <span role="timer" aria-label={t('timer.name')}>
              {t('registers.pair.left', { time: minutesAndSeconds(pairing.leftMs) })}
            </span>
          </div>
        )}
        {pairing !== undefined && address !== undefined && (
          <dl className={blocks.facts}>
            <dt>{t('registers.address')}</dt>
            <dd className={styles.exact}>{address.url}</dd>
            {address.fingerprint !== undefined && (
              <>
                <dt>{t('registers.fingerprint')}</dt>
                <dd className={styles.exact}>{address.fingerprint}</dd>
              </>
            )}
          </dl>
        )}
      </DialogForm>
    </Dialog>
  );
}
