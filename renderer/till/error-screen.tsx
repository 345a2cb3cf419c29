import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import textStyles from '../ui/text.module.css';
import { useWords } from '../ui/use-words.ts';
import styles from './error-screen.module.css';
import { useSnapshotState } from './till-store.ts';

/** The sale continues in main, so the text gives its state. */
export function ErrorScreen() {
  const { t, money } = useWords();
  const sale = useSnapshotState((state) => state.snapshot?.sale ?? null);
  return (
    <MessageScreen title={t('fault.title')}>
      <p className={textStyles.sentence}>
        {sale === null
          ? t('fault.no-sale')
          : t('fault.sale', {
              amount: money(sale.amount),
              stage: t(`stage.${sale.stage}`),
              reference: sale.reference,
            })}
      </p>
      <ReloadButton />
    </MessageScreen>
  );
}

export function StartScreen() {
  const { t, error } = useWords();
  const refused = useSnapshotState((state) => state.refused);
  if (refused === null) return <MessageScreen title={t('app.name')} />;
  return (
    <MessageScreen title={t('fault.no-snapshot')}>
      <p>{error(refused)}</p>
      <ReloadButton />
    </MessageScreen>
  );
}

function MessageScreen({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <main className={styles.screen}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

function ReloadButton() {
  const { t } = useWords();
  return (
    <Button kind="main" onClick={() => window.location.reload()}>
      {t('fault.reload')}
    </Button>
  );
}
