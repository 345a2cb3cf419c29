import type { SaleView, TerminalView, TillSnapshot, UpdatesView } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { isEnd } from '../domain/sale-record.ts';
import type { Provisioner } from '../provisioning/provisioner.ts';
import { refundLimit } from '../refund/manager-permission.ts';
import { withRefundLive } from '../refund/refunds.ts';
import type { RegisterLink } from '../register/register-link.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { OpenTill } from '../till/open-till.ts';
import { recoveryView } from '../till/recovery.ts';
import type { TillStatus } from '../till/switchable-till.ts';
import type { HeadOffice } from '../upload/head-office.ts';
import type { DraftLinks } from './draft-links.ts';
import type { Languages } from './languages.ts';
import { type Notices, notice } from './notices.ts';
import {
  headOfficeNotices,
  keyNotices,
  provisioningNotices,
  registerNotices,
  stateNotices,
  updateNotices,
} from './state-notices.ts';

export type TillState = Omit<TillSnapshot, 'seq' | 'at'>;

interface TillStateParts {
  readonly clock: Clock;
  readonly till: TillStatus;
  readonly store: SettingsStore;
  readonly notices: Pick<Notices, 'list'>;
  readonly languages: Pick<Languages, 'till' | 'receipt'>;
  readonly provisioning: Pick<Provisioner, 'question'>;
  readonly registerLink: Pick<RegisterLink, 'faults' | 'questions'>;
  readonly headOffice: Pick<HeadOffice, 'failingSince'>;
  readonly draftLinks: Pick<DraftLinks, 'view'>;
  displayState(): TillState['display'];
  updates(): UpdatesView;
  leaving(): TillState['leaving'];
}

/** Number of payments in the bottom row of the till window. */
const RECENT = 20;

export function tillState({
  clock,
  till,
  store,
  notices,
  languages,
  provisioning,
  displayState,
  leaving,
  ...parts
}: TillStateParts): TillState {
  const { mode, roles, keychainState, opened, shownPayment } = till;
  const own = mode === 'live' ? store.file.settings : undefined;
  const sale = opened?.sales.current();
  // The present customer comes first.
  const question = provisioning.question();
  const isSelling = sale !== null && sale !== undefined && !isEnd(sale.stage);
  const limit = refundLimit({ pinSet: roles.pinSet(), refundPinAbove: store.file.counter.refundPinAbove });
  const updates = parts.updates();
  const person = roles.person();
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
    ...omitUndefined({
      person: person && { name: person.name, role: person.role },
      signsIn: roles.othersSignIn() ? (true as const) : undefined,
      leaving: leaving(),
      handedDraft: parts.draftLinks.view(),
      provisioning: isSelling ? undefined : question,
    }),
    service:
      opened === undefined ? { state: 'unknown', sinceMs: clock.now(), host: '', skewMs: 0 } : serviceState(opened),
    nextReference: opened?.sales.nextReference() ?? '',
    notices: [
      ...notices.list(),
      ...stateNotices(till),
      ...provisioningNotices(store.file, isSelling ? question : undefined),
      ...updateNotices(updates),
      ...(parts.registerLink.faults().length > 0 ? [notice('register.unreachable')] : []),
      ...registerNotices(parts.registerLink.questions()),
      ...headOfficeNotices(parts.headOffice.failingSince(), roles.current(), clock.now()),
      ...keyNotices(till.keyRenewal, roles.current(), clock.now()),
    ],
    sale: opened && sale ? paymentView(till, opened, sale, limit) : null,
    opened: opened && shown ? paymentView(till, opened, shown, limit) : null,
    recent: [...(opened?.sales.recent(RECENT) ?? [])],
    parked: [...(opened?.sales.parked() ?? [])],
    display: displayState(),
    recovery:
      opened === undefined ? { running: false, open: 0, resolved: 0 } : recoveryView(opened.sales, opened.refunds),
    updates,
  };
}

function serviceState({ connection }: OpenTill): TillState['service'] {
  const { state, since, host, skewMs } = connection.reachability;
  return { state, sinceMs: since, host, skewMs };
}

/** Adds the part refundable without a manager, by the same rule as a refund. */
function paymentView(
  { roles }: TillStatus,
  { refunds }: OpenTill,
  sale: SaleView,
  limit: number | undefined,
): SaleView {
  const view = withRefundLive(sale, refunds);
  if (view.refundable === 0) return view;
  const free = refunds.withoutManager(sale.saleId, { limit, byManager: roles.current() === 'manager' });
  return free === undefined ? view : { ...view, refundableWithoutPin: free.cents, refundPinWhy: free.why };
}

interface TerminalState {
  readonly mode: TerminalView['mode'];
  readonly settings: TerminalSettings | undefined;
  readonly keychain: TerminalView['keychain'];
  readonly pinSet: boolean;
  readonly provisioned: boolean;
}

function terminalView(facts: TerminalState): TerminalView {
  const { mode, settings } = facts;
  const till = settings?.till;
  const chargeWith = till?.chargeWith ?? 'static-qr';
  return {
    mode,
    ...environmentOf(facts),
    shopName: settings?.shop.shopName ?? '',
    shopId: settings?.shop.shopId ?? '',
    posId: settings?.pos.posId ?? '',
    keychain: facts.keychain,
    pinSet: facts.pinSet,
    chargeWith,
    // A sticker cannot show a code created per payment; only the display can.
    sticker: chargeWith === 'static-qr' && (till?.sticker ?? false),
    provisioned: facts.provisioned,
    ...omitUndefined({ description: settings?.sale?.description || undefined }),
  };
}

function environmentOf({ mode, settings }: TerminalState): Pick<TerminalView, 'environment'> {
  if (mode === 'training') return { environment: 'TRAINING' };
  return settings === undefined ? {} : { environment: settings.service.environment };
}
