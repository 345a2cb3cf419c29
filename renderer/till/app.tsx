import { EnvironmentBand } from '../ui/environment-band.tsx';
import { FaultBoundary } from '../ui/fault-boundary.tsx';
import { useWords } from '../ui/use-words.ts';
import { Broken } from './broken.tsx';
import { Components } from './components.tsx';
import { Alarm } from './frame/alarm.tsx';
import { FirstRun } from './frame/first-run.tsx';
import { Header } from './frame/header.tsx';
import { IssuerDialog } from './frame/issuer-dialog.tsx';
import { Notices } from './frame/notices.tsx';
import { Strip } from './frame/strip.tsx';
import { Unlock } from './frame/unlock.tsx';
import { PaymentsView } from './payments/payments-view.tsx';
import { Receipt } from './receipt/receipt.tsx';
import { RefundDialog } from './refund/refund-dialog.tsx';
import { SettleDialog } from './refund/settle-dialog.tsx';
import { SaleScreen } from './sale/sale-view.tsx';
import { SettingsScreen } from './settings/settings-view.tsx';
import { useSounds } from './sound/use-sounds.ts';
import { useNewest, useTill, useUi } from './till-store.ts';
import { useViewKeys } from './view-keys.ts';
import './app.css';

/** The till's window: nothing until main has said something, then everything from its newest snapshot. */
export function App() {
  const { t, error } = useWords();
  const ready = useNewest((newest) => newest.snapshot !== null);
  const refused = useNewest((newest) => newest.refused);
  if (ready) {
    return (
      <FaultBoundary instead={() => <Broken />}>
        <Components>
          <Window />
        </Components>
      </FaultBoundary>
    );
  }
  return (
    <div className="fault">
      <h1>{refused === null ? t('app.name') : t('fault.no-snapshot')}</h1>
      {refused !== null && <p>{error(refused)}</p>}
      {refused !== null && (
        <button type="button" className="button button--main" onClick={() => window.location.reload()}>
          {t('fault.reload')}
        </button>
      )}
    </div>
  );
}

function Window() {
  const view = useUi((ui) => ui.view);
  const mode = useTill((till) => till.terminal.mode);
  const environment = useTill((till) => till.terminal.environment);
  const paid = useTill((till) => till.sale?.stage === 'paid');
  useViewKeys();
  useSounds();
  return (
    <>
      <div className="app" data-flood={paid && view === 'sale' ? 'green' : undefined}>
        <EnvironmentBand environment={environment} />
        {mode === 'undecided' && view !== 'settings' ? (
          <FirstRun />
        ) : (
          <>
            <Header />
            <Notices />
            {view === 'sale' && <SaleScreen />}
            {view === 'payments' && <PaymentsView />}
            {view === 'settings' && <SettingsScreen />}
            <Strip />
          </>
        )}
        <RefundDialog />
        <IssuerDialog />
        <SettleDialog />
        <Unlock />
        <Alarm />
      </div>
      <Receipt />
    </>
  );
}
