import './zod-without-eval.ts';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { ComponentLibrary } from '../ui/component-library.tsx';
import { EnvironmentBand } from '../ui/environment-band.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { shownStage } from '../ui/sale-stage.tsx';
import textStyles from '../ui/text.module.css';
import { useWords } from '../ui/use-words.ts';
import styles from './app.module.css';
import { AlarmDialog } from './dialogs/alarm-dialog.tsx';
import { DraftDialog } from './dialogs/draft-dialog.tsx';
import { LeaveDialog } from './dialogs/leave-dialog.tsx';
import { SignInDialog, UnlockDialog } from './dialogs/pin-dialogs.tsx';
import { ProvisioningDialog } from './dialogs/provisioning-dialog.tsx';
import { RegisterDialog } from './dialogs/register-dialog.tsx';
import { ResponsePathDialog } from './dialogs/response-path-dialog.tsx';
import { DroppedFile } from './dropped-file.tsx';
import { ErrorScreen, StartScreen } from './error-screen.tsx';
import { FirstRun } from './first-run.tsx';
import { Header } from './layout/header.tsx';
import { NoticeBar } from './layout/notice-bar.tsx';
import { RecentPayments } from './layout/recent-payments.tsx';
import { Paper, useAutomaticReceipt } from './paper/paper.tsx';
import { PrinterDialog } from './paper/printer-dialog.tsx';
import { PaymentsScreen } from './payments/payments-screen.tsx';
import { RefundDialog } from './refund/refund-dialog.tsx';
import { SettleRefundDialog } from './refund/settle-refund-dialog.tsx';
import { SaleScreen } from './sale/sale-screen.tsx';
import { useScanner } from './scanner/use-scanner.ts';
import { UnsavedDialog } from './settings/unsaved-dialog.tsx';
import { useSounds } from './sound/sounds.ts';
import { useSnapshotState, useTill, useUi, useUiNow } from './till-store.ts';

const Guide = lazy(() => import('./guide/guide.tsx').then((module) => ({ default: module.Guide })));

/** Loaded on demand: only managers and support open these views, so their libraries do not slow down the start. */
const managed = {
  day: lazy(() => import('./day/day-screen.tsx').then((module) => ({ default: module.DayScreen }))),
  payouts: lazy(() => import('./payouts/payouts-screen.tsx').then((module) => ({ default: module.PayoutsScreen }))),
  settings: lazy(() => import('./settings/settings-screen.tsx').then((module) => ({ default: module.SettingsScreen }))),
  support: lazy(() => import('./support/support-screen.tsx').then((module) => ({ default: module.SupportScreen }))),
} as const;

export function App() {
  const ready = useSnapshotState((state) => state.snapshot !== null);
  if (!ready) return <StartScreen />;
  return (
    <ErrorBoundary instead={() => <ErrorScreen />}>
      <ComponentLibrary>
        <Window />
      </ComponentLibrary>
    </ErrorBoundary>
  );
}

function Window() {
  const view = useUi((ui) => ui.navigation.view);
  const guiding = useUi((ui) => ui.guide.isOpen);
  const mode = useTill((till) => till.terminal.mode);
  const environment = useTill((till) => till.terminal.environment);
  const paid = useTill((till) => till.sale !== null && shownStage(till.sale) === 'paid');
  useViewKeys();
  useSounds();
  useScanner();
  useAutomaticReceipt();
  return (
    <>
      <div className={styles.app} data-flood={paid && view === 'sale' ? 'green' : undefined}>
        <EnvironmentBand environment={environment} />
        {guiding ? (
          <Suspense fallback={null}>
            <Guide />
          </Suspense>
        ) : mode === 'undecided' && view !== 'settings' && view !== 'support' ? (
          <FirstRun />
        ) : (
          <>
            <Header />
            <NoticeBar />
            {view === 'sale' && (
              <>
                <SaleScreen />
                <RecentPayments />
              </>
            )}
            {view === 'payments' && <PaymentsScreen />}
            {view in managed && <Managed view={view as keyof typeof managed} />}
          </>
        )}
        <RefundDialog />
        <PrinterDialog />
        <ResponsePathDialog />
        <RegisterDialog />
        <SettleRefundDialog />
        <UnlockDialog />
        <SignInDialog />
        <UnsavedDialog />
        <ProvisioningDialog />
        <DraftDialog />
        <DroppedFile />
        <AlarmDialog />
        <LeaveDialog />
      </div>
      <Paper />
    </>
  );
}

function Managed({ view }: { readonly view: keyof typeof managed }) {
  const { t } = useWords();
  const Screen = managed[view];
  return (
    <main className={styles.managed}>
      <h1 className={textStyles.unseen}>{t(`nav.${view}`)}</h1>
      <Suspense fallback={null}>
        <Screen />
      </Suspense>
    </main>
  );
}

/** F2 opens the payments and returns to the sale (docs/interface.md, Keys). */
function useViewKeys(): void {
  const now = useUiNow();
  const toPaymentsAndBack = () => {
    if (document.querySelector('[aria-modal="true"]') !== null) return;
    const { view, show } = now().navigation;
    show(view === 'payments' ? 'sale' : 'payments');
  };
  useHotkeys([['F2', toPaymentsAndBack]], []);
}
