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

export interface DraftEntry {
  readonly draft: Draft;
  /** Restored once a register's sale has left the screen. */
  readonly keptDraft: Draft | null;
  /** The draft is charged unchanged as soon as the previous sale has left the screen. */
  readonly chargeNext: boolean;
  readonly scan: Scan | null;
  type(change: Partial<Draft>): void;
  setDraftAside(): void;
  bringDraftBack(): void;
  /** Sets the result of a scan; a reference also fills the draft. Null: clears it after another user action. */
  scanned(scan: Scan | null): void;
  chargeAgain(draft: Draft): void;
}

export function draftEntry(set: (change: Partial<DraftEntry>) => void, get: () => DraftEntry): DraftEntry {
  return {
    draft: emptyDraft,
    keptDraft: null,
    chargeNext: false,
    scan: null,
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
  };
}
