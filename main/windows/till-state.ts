import type { CounterView } from '../../preload/counter.ts';
import type { SaleView, TillSnapshot, UpdatesView } from '../../preload/views.ts';
import type { Clock } from '../base/clock.ts';
import { withRefundLive } from '../refund/live-refund-view.ts';
import { refundableWithoutManager } from '../refund/manager-permission.ts';
import type { SettingsStore } from '../terminal/settings-store.ts';
import { terminalView } from '../terminal/terminal-view.ts';
import type { OpenTill } from '../till/open-till.ts';
import { recoveryView } from '../till/recovery.ts';
import type { TillStatus } from '../till/switchable-till.ts';
import type { Languages } from './languages.ts';
import type { Notices } from './notices.ts';
import { stateNotices } from './state-notices.ts';
import { updateNotices } from './update-notices.ts';

/** What the till window shows, taken at the moment of asking: a snapshot but for its number and time. */
export type TillState = Omit<TillSnapshot, 'seq' | 'at'>;

export interface TillStateParts {
  readonly clock: Clock;
  readonly till: TillStatus;
  readonly store: SettingsStore;
  readonly notices: Pick<Notices, 'list'>;
  readonly languages: Pick<Languages, 'till' | 'receipt'>;
  displayState(): TillState['display'];
  updates(): UpdatesView;
  /** What somebody is asked about who wants to end the app. */
  leaving(): TillState['leaving'];
}

/** How many payments the row at the foot of the till window has room for. */
const RECENT = 20;

export function tillState({
  clock,
  till,
  store,
  notices,
  languages,
  displayState,
  leaving,
  ...parts
}: TillStateParts): TillState {
  const { mode, roles, keychainState, opened, shownPayment } = till;
  const own = mode === 'live' ? store.file.settings : undefined;
  const sale = opened?.sales.current();
  const asked = leaving();
  const updates = parts.updates();
  const { refundPinAbove } = store.file.counter;
  const shown = shownPayment === null ? undefined : opened?.sales.get(shownPayment);
  return {
    terminal: terminalView({
      mode,
      settings: opened?.settings ?? own,
      keychain: keychainState,
      pinSet: roles.pinSet(),
      provisioned: store.file.settings !== undefined,
    }),
    counter: store.file.counter,
    language: languages.till(),
    receiptLanguages: Object.fromEntries(
      [sale, shown].flatMap((one) => (one ? [[one.saleId, languages.receipt(one.saleId)]] : [])),
    ),
    role: roles.current(),
    service:
      opened === undefined ? { state: 'unknown', sinceMs: clock.now(), host: '', skewMs: 0 } : serviceState(opened),
    nextReference: opened?.sales.nextReference() ?? '',
    notices: [...notices.list(), ...stateNotices(till), ...updateNotices(updates)],
    sale: opened && sale ? paymentView(till, opened, sale, refundPinAbove) : null,
    opened: opened && shown ? paymentView(till, opened, shown, refundPinAbove) : null,
    recent: [...(opened?.sales.recent(RECENT) ?? [])],
    parked: [...(opened?.sales.parked() ?? [])],
    display: displayState(),
    recovery:
      opened === undefined ? { running: false, open: 0, resolved: 0 } : recoveryView(opened.sales, opened.refunds),
    updates,
    ...(asked === undefined ? {} : { leaving: asked }),
  };
}

function serviceState({ connection }: OpenTill): TillState['service'] {
  const { state, since, host, skewMs } = connection.reachability;
  return { state, sinceMs: since, host, skewMs };
}

/** A payment with what its refunds wait for, and with the part of it that needs no manager, as a refund will be judged. */
function paymentView(
  { roles }: TillStatus,
  { refunds }: OpenTill,
  sale: SaleView,
  limit: CounterView['refundPinAbove'],
): SaleView {
  const view = withRefundLive(sale, refunds);
  const free = refundableWithoutManager(view.refunds, { limit, byManager: roles.current() !== 'cashier' });
  return free === undefined ? view : { ...view, refundableWithoutPin: free };
}
