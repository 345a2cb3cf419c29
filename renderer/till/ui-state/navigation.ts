import type { Role } from '../../../preload/contract/views.ts';

export type ViewName = 'sale' | 'payments' | 'day' | 'payouts' | 'settings' | 'support';

export interface Navigation {
  readonly view: ViewName;
  /** The open part of the view; null: the first part. */
  readonly part: string | null;
  /** In training the customer's app replaces the code, and stays for the following sales. */
  readonly payingAsCustomer: boolean;
  /** Asks first if unsaved settings would be lost. */
  show(view: ViewName): void;
  lead(to: { readonly view: ViewName; readonly part: string }): void;
  openPart(part: string | null): void;
  /** Asks for the PIN first if needed. */
  showManaged(view: ViewName, role: Role): void;
  payAsCustomer(shown: boolean): void;
}

export interface UnsavedSettings {
  readonly unsaved: boolean;
  /** Pending navigation that would lose unsaved settings; null if none. */
  readonly leaving: { readonly to: ViewName; readonly locks: boolean } | null;
  /** False if unsaved settings would be lost: then the user is asked. */
  mayLeave(leaving: NonNullable<UnsavedSettings['leaving']>): boolean;
  setUnsaved(unsaved: boolean): void;
  stay(): void;
  giveUp(): void;
}

interface Ui {
  readonly navigation: Navigation;
  readonly settings: UnsavedSettings;
  readonly entry: { type(change: object): void };
  readonly guide: { open(opened: boolean): void };
  readonly pin: { unlock(view: ViewName): void };
}

export function navigation(set: (change: Partial<Navigation>) => void, get: () => Ui): Navigation {
  return {
    view: 'sale',
    part: null,
    payingAsCustomer: false,
    show: (view) => {
      const { navigation: before, settings, entry, guide } = get();
      if (view !== 'settings' && !settings.mayLeave({ to: view, locks: false })) return;
      set({ view, part: view === before.view ? before.part : null });
      guide.open(false);
      // Withdraws a pending charge and the result of a scan.
      entry.type({});
    },
    lead: ({ view, part }) => {
      get().navigation.show(view);
      if (get().navigation.view === view) set({ part });
    },
    openPart: (part) => set({ part }),
    showManaged: (view, role) => (role === 'cashier' ? get().pin.unlock(view) : get().navigation.show(view)),
    payAsCustomer: (payingAsCustomer) => set({ payingAsCustomer }),
  };
}

export function unsavedSettings(set: (change: Partial<UnsavedSettings>) => void, get: () => Ui): UnsavedSettings {
  return {
    unsaved: false,
    leaving: null,
    mayLeave: (leaving) => {
      const { unsaved } = get().settings;
      if (unsaved) set({ leaving });
      return !unsaved;
    },
    setUnsaved: (unsaved) => set({ unsaved }),
    stay: () => set({ leaving: null }),
    giveUp: () => {
      const { leaving } = get().settings;
      set({ unsaved: false, leaving: null });
      if (leaving !== null) get().navigation.show(leaving.to);
    },
  };
}
