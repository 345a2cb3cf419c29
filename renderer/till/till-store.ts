import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SaleView, TillSnapshot } from '../../preload/contract/views.ts';
import type { SnapshotState, SnapshotStore } from '../ui/snapshot-store.ts';
import { useSelected } from '../ui/use-selected.ts';
import { type DraftEntry, draftEntry } from './ui-state/draft-entry.ts';
import { type GuideState, guideState } from './ui-state/guide-state.ts';
import { type Navigation, navigation, type UnsavedSettings, unsavedSettings } from './ui-state/navigation.ts';
import { type OpenDialogs, openDialogs, type PinDialogs, pinDialogs } from './ui-state/open-dialogs.ts';
import { type PaperState, paperState } from './ui-state/paper-state.ts';

interface TillUi {
  readonly navigation: Navigation;
  readonly settings: UnsavedSettings;
  readonly entry: DraftEntry;
  readonly guide: GuideState;
  readonly pin: PinDialogs;
  readonly dialogs: OpenDialogs;
  readonly paper: PaperState;
}

interface TillStores {
  readonly snapshots: SnapshotStore<TillSnapshot>;
  readonly ui: StoreApi<TillUi>;
}

export function createTillUi(): StoreApi<TillUi> {
  return createStore<TillUi>()((set, get) => {
    const endScan = () => get().entry.scanned(null);
    return {
      navigation: navigation((change) => set((ui) => ({ navigation: { ...ui.navigation, ...change } })), get),
      settings: unsavedSettings((change) => set((ui) => ({ settings: { ...ui.settings, ...change } })), get),
      entry: draftEntry(
        (change) => set(({ entry }) => ({ entry: { ...entry, ...change } })),
        () => get().entry,
      ),
      guide: guideState((change) => set(({ guide }) => ({ guide: { ...guide, ...change } }))),
      pin: pinDialogs((change) => set(({ pin }) => ({ pin: { ...pin, ...change } })), endScan),
      dialogs: openDialogs((change) => set(({ dialogs }) => ({ dialogs: { ...dialogs, ...change } })), endScan),
      paper: paperState((change) => set(({ paper }) => ({ paper: { ...paper, ...change } }))),
    };
  });
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
