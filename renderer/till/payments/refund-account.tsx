import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../preload/contract/contract.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './payment-details.module.css';

interface Props {
  readonly saleId: string;
  onNoted(): void;
}

/** The account that the payer's money can go back to by transfer. This window never has it: main copies and shows it. */
export function RefundAccount({ saleId, onNoted }: Props) {
  const { t, error, clockTime } = useWords();
  const ask = useCall('payments.refund-iban');
  const copy = useCall('payments.copy-refund-iban');
  const show = useCall('payments.show-refund-iban');
  const [account, setAccount] = useState<Answer<'payments.refund-iban'>>();
  const [told, setTold] = useState<string>();
  const forgotten = useTill((till) => account !== undefined && till.at >= account.forgottenAt);
  useEffect(() => {
    if (account === undefined) return;
    const timer = setTimeout(() => setAccount(undefined), Math.max(0, account.forgottenAt - Date.now()));
    return () => clearTimeout(timer);
  }, [account]);
  const begin = () => {
    for (const call of [ask, copy, show]) call.clear();
    setTold(undefined);
  };
  const problem = [ask, copy, show].find((call) => call.problem !== undefined)?.problem;
  const said = problem === undefined ? told : error(problem);
  useAnnounced(said);
  // Its button stood at the end of a list that scrolls: what takes its place is higher.
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    if (account !== undefined || said !== undefined) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [account, said]);
  if (account === undefined || forgotten)
    return (
      <div className={styles.account}>
        {problem !== undefined && <Note tone="red">{error(problem)}</Note>}
        <Button
          aria-disabled={ask.pending}
          onClick={async () => {
            begin();
            const outcome = await ask.run({ saleId });
            if (outcome?.ok) setAccount(outcome.value);
            onNoted();
          }}
        >
          {t(ask.pending ? 'details.refund-iban.asking' : 'details.refund-iban.ask')}
        </Button>
      </div>
    );
  return (
    <section ref={shown} className={styles.account} aria-label={t('details.refund-iban')}>
      <h3>{t('details.refund-iban')}</h3>
      <p className={styles.number}>{account.masked}</p>
      <p className={textStyles.quiet}>{t('details.refund-iban.noted')}</p>
      <div className={styles.actions}>
        <Button
          aria-disabled={copy.pending}
          onClick={async () => {
            begin();
            const outcome = await copy.run({ saleId });
            if (outcome?.ok) setTold(t('details.refund-iban.copied', { time: clockTime(outcome.value.clearedAt) }));
            onNoted();
          }}
        >
          {t('keys.copy')}
        </Button>
        <Button
          aria-disabled={show.pending}
          onClick={async () => {
            begin();
            await show.run({ saleId });
            onNoted();
          }}
        >
          {t('details.refund-iban.show')}
        </Button>
      </div>
      {said !== undefined && <p className={problem === undefined ? undefined : styles.problem}>{said}</p>}
    </section>
  );
}
