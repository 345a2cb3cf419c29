import type { ErrorView } from '../../../preload/contract/views.ts';
import type { DrawnSheet, Sheet } from '../paper/sheet.ts';

export interface PaperState {
  readonly sheet: DrawnSheet | null;
  /** The sheet is being printed or saved and must not change. */
  readonly busy: boolean;
  /** Sheet not printed because its printer is missing: a dialog offers other printers. */
  readonly unprinted: { readonly sheet: Sheet; readonly problem: ErrorView } | null;
  setSheet(sheet: DrawnSheet): void;
  setBusy(busy: boolean): void;
  offerPrinter(unprinted: PaperState['unprinted']): void;
}

export function paperState(set: (change: Partial<PaperState>) => void): PaperState {
  return {
    sheet: null,
    busy: false,
    unprinted: null,
    setSheet: (sheet) => set({ sheet }),
    setBusy: (busy) => set({ busy }),
    offerPrinter: (unprinted) => set({ unprinted }),
  };
}
