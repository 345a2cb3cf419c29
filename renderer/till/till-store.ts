import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ServiceProfile } from '../../preload/contract/provisioning.ts';
import type { ErrorView, RefundView, Role, SaleView, TillSnapshot } from '../../preload/contract/views.ts';
import type { SettingsTexts } from '../ui/setting-texts.ts';
import type { SnapshotState, SnapshotStore } from '../ui/snapshot-store.ts';
import { useSelected } from '../ui/use-selected.ts';
import type { GuideStep } from './guide/guide-steps.ts';
import type { DrawnSheet, Sheet } from './paper/sheet.ts';

export type ViewName = 'sale' | 'payments' | 'day' | 'payouts' | 'settings' | 'support';

/** Kept while another view is open. */
export interface Draft {
  readonly amount: string;
  readonly reference: string;
  readonly description: string;
}

export const emptyDraft: Draft = { amount: '', reference: '', description: '' };

export function isEmpty(draft: Draft): boolean {
  return Object.values(draft).every((text) => text === '');
}

/** `why`: reason for not using the barcode. */
export type Scan =
  | { readonly use: 'reference' | 'next-reference' | 'search'; readonly text: string }
  | { readonly use: 'none'; readonly why: 'busy' | 'dialog' | 'unfit' };

/** The interrupted guide, without secrets. */
interface KeptGuide {
  readonly step: GuideStep;
  readonly texts: SettingsTexts;
}

export interface TillUi {
  readonly view: ViewName;
  /** The open part of the view; null: the first part. */
  readonly part: string | null;
  readonly draft: Draft;
  /** Restored once a register's sale has left the screen. */
  readonly keptDraft: Draft | null;
  /** The draft is charged unchanged as soon as the previous sale has left the screen. */
  readonly chargeNext: boolean;
  readonly scan: Scan | null;
  readonly refunding: string | null;
  /** In training the customer's app replaces the code, and stays for the following sales. */
  readonly payingAsCustomer: boolean;
  readonly settling: RefundView | null;
  /** The view to open after the PIN; null while the dialog is closed. */
  readonly unlocking: ViewName | null;
  /** Action that needs another role, run after the PIN. */
  readonly afterUnlock: (() => void) | undefined;
  readonly signingIn: boolean;
  readonly acceptingPath: string | null;
  /** Id of the notice whose question about a payment is open. */
  readonly decidingRegister: string | null;
  readonly unsaved: boolean;
  /** Pending navigation that would lose unsaved settings; null if none. */
  readonly leavingSettings: { readonly to: ViewName; readonly locks: boolean } | null;
  readonly guiding: boolean;
  /** Null: never opened, or completed. */
  readonly guideKept: KeptGuide | null;
  /** Fills in the guide's first question, once. */
  readonly profile: ServiceProfile | null;
  readonly sheet: DrawnSheet | null;
  /** The sheet is being printed or saved and must not change. */
  readonly paperBusy: boolean;
  /** Sheet not printed because its printer is missing: a dialog offers other printers. */
  readonly unprinted: { readonly sheet: Sheet; readonly problem: ErrorView } | null;
  /** Asks first if unsaved settings would be lost. */
  show(view: ViewName): void;
  lead(to: { readonly view: ViewName; readonly part: string }): void;
  openPart(part: string | null): void;
  /** False if unsaved settings would be lost: then the user is asked. */
  mayLock(): boolean;
  setUnsaved(unsaved: boolean): void;
  stayInSettings(): void;
  giveUpSettings(): void;
  /** Asks for the PIN first if needed. */
  showManaged(view: ViewName, role: Role): void;
  type(change: Partial<Draft>): void;
  setDraftAside(): void;
  bringDraftBack(): void;
  /** Sets the result of a scan; a reference also fills the draft. Null: clears it after another user action. */
  scanned(scan: Scan | null): void;
  chargeAgain(draft: Draft): void;
  refund(saleId: string | null): void;
  payAsCustomer(shown: boolean): void;
  settle(refund: RefundView | null): void;
  unlock(view: ViewName | null, afterUnlock?: () => void): void;
  signIn(opened: boolean): void;
  acceptPath(noticeId: string | null): void;
  decideRegister(noticeId: string | null): void;
  guide(open: boolean): void;
  takeProfile(profile: ServiceProfile | null): void;
  keepGuide(kept: KeptGuide | null): void;
  setSheet(sheet: DrawnSheet): void;
  setPaperBusy(busy: boolean): void;
  offerPrinter(unprinted: TillUi['unprinted']): void;
}

interface TillStores {
  readonly snapshots: SnapshotStore<TillSnapshot>;
  readonly ui: StoreApi<TillUi>;
}

export function createTillUi(): StoreApi<TillUi> {
  return createStore<TillUi>()((set, get) => ({
    view: 'sale',
    part: null,
    draft: emptyDraft,
    keptDraft: null,
    chargeNext: false,
    scan: null,
    refunding: null,
    payingAsCustomer: false,
    settling: null,
    unlocking: null,
    afterUnlock: undefined,
    signingIn: false,
    acceptingPath: null,
    decidingRegister: null,
    unsaved: false,
    leavingSettings: null,
    guiding: false,
    guideKept: null,
    profile: null,
    sheet: null,
    paperBusy: false,
    unprinted: null,
    show: (view) => {
      if (get().unsaved && view !== 'settings') return set({ leavingSettings: { to: view, locks: false } });
      const part = view === get().view ? get().part : null;
      return set({ view, part, guiding: false, chargeNext: false, scan: null });
    },
    lead: ({ view, part }) => {
      get().show(view);
      if (get().view === view) set({ part });
    },
    openPart: (part) => set({ part }),
    mayLock: () => {
      const { unsaved } = get();
      if (unsaved) set({ leavingSettings: { to: 'sale', locks: true } });
      return !unsaved;
    },
    setUnsaved: (unsaved) => set({ unsaved }),
    stayInSettings: () => set({ leavingSettings: null }),
    giveUpSettings: () => {
      const view = get().leavingSettings?.to ?? get().view;
      set({ unsaved: false, leavingSettings: null, view, part: null });
    },
    showManaged: (view, role) => (role === 'cashier' ? get().unlock(view) : get().show(view)),
    type: (change) => set({ draft: { ...get().draft, ...change }, chargeNext: false, scan: null }),
    setDraftAside: () => {
      const { draft, keptDraft } = get();
      set({ keptDraft: isEmpty(draft) ? keptDraft : draft, draft: emptyDraft, chargeNext: false, scan: null });
    },
    bringDraftBack: () => {
      const { draft, keptDraft } = get();
      // A draft begun meanwhile takes priority.
      set({ keptDraft: null, draft: keptDraft !== null && isEmpty(draft) ? keptDraft : draft });
    },
    scanned: (scan) => {
      if (scan?.use !== 'reference' && scan?.use !== 'next-reference') return set({ scan });
      return set({ scan, draft: { ...get().draft, reference: scan.text } });
    },
    chargeAgain: (draft) => set({ draft, chargeNext: true, scan: null }),
    refund: (refunding) => set({ refunding, scan: null }),
    payAsCustomer: (payingAsCustomer) => set({ payingAsCustomer }),
    settle: (settling) => set({ settling }),
    unlock: (unlocking, afterUnlock) => set({ unlocking, afterUnlock }),
    signIn: (signingIn) => set({ signingIn, scan: null }),
    acceptPath: (acceptingPath) => set({ acceptingPath }),
    decideRegister: (decidingRegister) => set({ decidingRegister }),
    guide: (guiding) => set({ guiding }),
    takeProfile: (profile) => set({ profile }),
    keepGuide: (guideKept) => set({ guideKept }),
    setSheet: (sheet) => set({ sheet }),
    setPaperBusy: (paperBusy) => set({ paperBusy }),
    offerPrinter: (unprinted) => set({ unprinted }),
  }));
}

const StoresContext = createContext<TillStores | null>(null);
export const TillStoresProvider = StoresContext.Provider;

function useStores(): TillStores {
  const stores = use(StoresContext);
  if (stores === null) throw new Error('No till stores above this component');
  return stores;
}

export function useUi<Part>(select: (ui: TillUi) => Part): Part {
  return useStore(useStores().ui, select);
}

export function useUiNow(): () => TillUi {
  const { ui } = useStores();
  return ui.getState;
}

export function useSnapshotState<Part>(select: (state: SnapshotState<TillSnapshot>) => Part): Part {
  return useSelected(useStores().snapshots, select);
}

/** For code that needs every snapshot and renders nothing. */
export function useSnapshots(): SnapshotStore<TillSnapshot> {
  return useStores().snapshots;
}

/** The remaining time differs in every snapshot, and only the countdown of a running sale needs it. */
export function withoutTimeLeft(sale: SaleView | null): SaleView | null {
  if (sale === null) return null;
  const { timeLeftMs: _, ...rest } = sale;
  return rest;
}

/** Throws before the first snapshot: only for components below `App`. */
export function useTill<Part>(select: (snapshot: TillSnapshot) => Part): Part {
  return useSnapshotState((state) => {
    if (state.snapshot === null) throw new Error('No snapshot yet');
    return select(state.snapshot);
  });
}

/** A text that changes with any of the last payments. */
export function useRecentChanges(): string {
  return useTill(({ recent }) =>
    recent.map(({ saleId, stage, refunded, refunding }) => [saleId, stage, refunded, refunding].join()).join(),
  );
}

/** The keychain is unreadable or has lost the sealed record, so no PIN can be verified. */
export function useLockedOut(): boolean {
  return useTill(
    ({ role, notices }) => role === 'cashier' && notices.some(({ id }) => id.startsWith('open.keychain.')),
  );
}
