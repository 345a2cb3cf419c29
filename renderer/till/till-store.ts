import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ServiceProfile } from '../../preload/contract/provisioning.ts';
import type { ErrorView, RefundView, Role, SaleView, TillSnapshot } from '../../preload/contract/views.ts';
import type { SnapshotState, SnapshotStore } from '../ui/snapshot-store.ts';
import { useSelected } from '../ui/use-selected.ts';
import type { GuideStep } from './guide/guide-steps.ts';
import type { DrawnSheet, Sheet } from './paper/sheet.ts';
import type { SettingsTexts } from './settings/setting-texts.ts';

export type ViewName = 'sale' | 'payments' | 'day' | 'payouts' | 'settings' | 'support';

/** The texts of the next sale. They are kept while another view is open. */
export interface Draft {
  readonly amount: string;
  readonly reference: string;
  readonly description: string;
}

export const emptyDraft: Draft = { amount: '', reference: '', description: '' };

export function isEmpty(draft: Draft): boolean {
  return Object.values(draft).every((text) => text === '');
}

/** The use of a scanned barcode. `why`: it was not used. */
export type Scan =
  | { readonly use: 'reference' | 'next-reference' | 'search'; readonly text: string }
  | { readonly use: 'none'; readonly why: 'busy' | 'dialog' | 'unfit' };

/** The guide as it was left, without its secrets. */
export interface KeptGuide {
  readonly step: GuideStep;
  readonly texts: SettingsTexts;
}

export interface TillUi {
  readonly view: ViewName;
  /** The part of the view that is open; null: its first. */
  readonly part: string | null;
  readonly draft: Draft;
  /** It comes back once the sale of a cash register has left the screen. */
  readonly keptDraft: Draft | null;
  /** The draft is to be charged as it stands, as soon as the sale before it has left the screen. */
  readonly chargeNext: boolean;
  readonly scan: Scan | null;
  readonly refunding: string | null;
  /** In training the customer's app stands where the code is, from one sale to the next. */
  readonly payingAsCustomer: boolean;
  readonly settling: RefundView | null;
  /** The view that opens after the PIN; null while the dialog is closed. */
  readonly unlocking: ViewName | null;
  /** What was pressed without the role for it goes on after the PIN. */
  readonly pressed: (() => void) | undefined;
  readonly signingIn: boolean;
  readonly acceptingPath: string | null;
  /** The notice about a cash register that a person decides about. */
  readonly decidingRegister: string | null;
  readonly unsaved: boolean;
  /** The way on which they would be lost; null while nobody takes one. */
  readonly leavingSettings: { readonly to: ViewName; readonly locks: boolean } | null;
  readonly guiding: boolean;
  /** Null: it was never open, or has come to its end. */
  readonly guideKept: KeptGuide | null;
  /** It fills in the guide's first question, once. */
  readonly profile: ServiceProfile | null;
  /** The content of the hidden paper, which main prints. */
  readonly sheet: DrawnSheet | null;
  /** It is being printed or saved, and must not change. */
  readonly paperBusy: boolean;
  /** Not printed, because the printer is gone: another one is offered for it. */
  readonly unprinted: { readonly sheet: Sheet; readonly problem: ErrorView } | null;
  /** Opens a view; asks first where that would lose settings that are not saved. */
  show(view: ViewName): void;
  lead(to: { readonly view: ViewName; readonly part: string }): void;
  openPart(part: string | null): void;
  /** Leaves the manager's role: false, and asked about, where that would lose settings that are not saved. */
  mayLock(): boolean;
  setUnsaved(unsaved: boolean): void;
  stayInSettings(): void;
  giveUpSettings(): void;
  /** Opens a view that managers may see; asks for the PIN first where there is need. */
  showManaged(view: ViewName, role: Role): void;
  type(change: Partial<Draft>): void;
  setDraftAside(): void;
  bringDraftBack(): void;
  /** A barcode was scanned, and is the reference from now on if it can be; null: somebody did something else. */
  scanned(scan: Scan | null): void;
  chargeAgain(draft: Draft): void;
  refund(saleId: string | null): void;
  payAsCustomer(shown: boolean): void;
  settle(refund: RefundView | null): void;
  unlock(view: ViewName | null, pressed?: () => void): void;
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

export interface TillStores {
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
    pressed: undefined,
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
      // Whoever has begun the next sale meanwhile means that one.
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
    unlock: (unlocking, pressed) => set({ unlocking, pressed }),
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

/** Reads the state of this window, for event handlers. */
export function useUiNow(): () => TillUi {
  const { ui } = useStores();
  return ui.getState;
}

export function useSnapshotState<Part>(select: (state: SnapshotState<TillSnapshot>) => Part): Part {
  return useSelected(useStores().snapshots, select);
}

/** The store itself, for code that has to see every snapshot and renders nothing. */
export function useSnapshots(): SnapshotStore<TillSnapshot> {
  return useStores().snapshots;
}

/** A sale without the time left, which differs in every snapshot: only the clock of a running sale needs it. */
export function withoutTimeLeft(sale: SaleView | null): SaleView | null {
  if (sale === null) return null;
  const { timeLeftMs: _, ...rest } = sale;
  return rest;
}

/** A part of the newest snapshot. Throws before the first one: only for components below `App`. */
export function useTill<Part>(select: (snapshot: TillSnapshot) => Part): Part {
  return useSnapshotState((state) => {
    if (state.snapshot === null) throw new Error('No snapshot yet');
    return select(state.snapshot);
  });
}

/** Another text when one of the last payments has changed. */
export function useRecentChanges(): string {
  return useTill(({ recent }) =>
    recent.map(({ saleId, stage, refunded, refunding }) => [saleId, stage, refunded, refunding].join()).join(),
  );
}

/** True while no PIN can be right, because the keychain cannot be read or has lost the terminal's record. */
export function useLockedOut(): boolean {
  return useTill(
    ({ role, notices }) => role === 'cashier' && notices.some(({ id }) => id.startsWith('open.keychain.')),
  );
}
