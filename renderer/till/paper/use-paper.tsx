import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../../preload/contract/contract.ts';
import { MAX_SHEET_MM } from '../../../preload/contract/limits.ts';
import type { PaperSize } from '../../../preload/contract/setting-values.ts';
import type { PrintingSettings } from '../../../preload/contract/settings-table.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/ask-main.ts';
import { loadLanguage } from '../../ui/language.ts';
import { Note } from '../../ui/note.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useSnapshots, useUiNow } from '../till-store.ts';
import type { PaperState } from '../ui-state/paper-state.ts';
import { type DrawnSheet, isReceipt, languageOf, plainOf, receiptOf, type Sheet } from './sheet.ts';

type On = Pick<PrintingSettings, 'printer' | 'silent'>;

interface PaperActs {
  /** `on`: once, instead of the set printer. False if not printed. `dialog`: for prints without a user action. */
  print(sheet: Sheet, on?: On, failure?: 'dialog'): Promise<boolean>;
  /** The file's name; undefined: not saved, with the reason in `problem`. */
  savePdf(sheet: Sheet): Promise<string | undefined>;
  readonly pending: boolean;
  /** Fault of the last call. A missing printer is shown in a dialog with other printers instead. */
  readonly problem: ErrorView | undefined;
  readonly saved: string | undefined;
}

const busy: ErrorView = { code: 'receipt.busy', message: 'another print in progress', retryable: true };

/** Draws the hidden sheet and lets main print the window. One at a time. */
export function usePaper(): PaperActs {
  const bridge = useBridge();
  const ui = useUiNow();
  const draw = useDraw();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ErrorView>();
  const [saved, setSaved] = useState<string>();

  const alone = useCallback(
    async <T,>(work: () => Promise<Outcome<T>>): Promise<T | undefined> => {
      // A second sheet drawn meanwhile would be printed instead of the first.
      if (ui().paper.busy) {
        setProblem(busy);
        return undefined;
      }
      ui().paper.setBusy(true);
      setPending(true);
      setProblem(undefined);
      setSaved(undefined);
      const outcome = await work().finally(() => {
        ui().paper.setBusy(false);
        setPending(false);
      });
      if (outcome.ok) return outcome.value;
      setProblem(outcome.error);
      return undefined;
    },
    [ui],
  );

  return {
    pending,
    problem,
    saved,
    print: async (sheet, on, failure) => {
      if (failure === 'dialog' && ui().paper.busy) ui().paper.offerPrinter({ sheet, problem: busy });
      const done = await alone<{ readonly printed: boolean }>(async () => {
        const drawn = await draw(sheet);
        if (!drawn.ok) return drawn;
        const { issued, elsewhere, ...size } = drawn.value;
        const way = on ?? elsewhere;
        const given = { ...size, on: way };
        const outcome = isReceipt(sheet)
          ? await callMain(bridge, 'receipt.print', { ...receiptOf(sheet), ...given, issued })
          : await callMain(bridge, 'paper.print', { sheet: plainOf(sheet), ...given });
        if (!outcome.ok && (failure === 'dialog' || outcome.error.code === 'receipt.printer-gone'))
          return showProblem(ui().paper, sheet, outcome.error);
        return outcome;
      });
      return done?.printed ?? false;
    },
    savePdf: async (sheet) => {
      const done = await alone<{ readonly file: string | null }>(async () => {
        const drawn = await draw(sheet);
        if (!drawn.ok) return drawn;
        const { issued, elsewhere: _, ...size } = drawn.value;
        return isReceipt(sheet)
          ? callMain(bridge, 'receipt.save', { ...receiptOf(sheet), ...size, issued })
          : callMain(bridge, 'paper.save', { sheet: plainOf(sheet), ...size });
      });
      const file = done?.file ?? undefined;
      setSaved(file);
      return file;
    },
  };
}

/** The dialog shows the reason, so the caller gets no problem. */
function showProblem(paper: PaperState, sheet: Sheet, problem: ErrorView): Outcome<{ readonly printed: boolean }> {
  paper.offerPrinter({ sheet, problem });
  return { ok: true, value: { printed: false } };
}

interface Drawing {
  readonly paper: PaperSize;
  readonly heightMm: number;
  readonly issued: number;
  /** Set if the chosen printer has no paper of this size: the user chooses a printer in the system's dialog. */
  readonly elsewhere: On | undefined;
}

function useDraw(): (sheet: Sheet) => Promise<Outcome<Drawing>> {
  const bridge = useBridge();
  const snapshots = useSnapshots();
  const ui = useUiNow();
  const { i18n } = useTranslation();
  return async (sheet) => {
    const till = snapshots.getState().snapshot;
    const set = till?.counter.printing ?? (await import('../../../preload/contract/settings-table.ts')).firstPrinting;
    const paper = isReceipt(sheet) ? set.paper : (sheet.paper ?? set.paper);
    const elsewhere = paper === set.paper ? undefined : { printer: '', silent: false };
    let issues: DrawnSheet['issues'] = { issued: 0 };
    if (isReceipt(sheet)) {
      const outcome = await callMain(bridge, 'receipt.issued', receiptOf(sheet));
      if (!outcome.ok) return outcome;
      issues = { issued: outcome.value.issued, firstAt: outcome.value.firstAt };
      const customersLanguage = till?.receiptLanguages[sheet.sale.saleId] ?? till?.counter.languages.display ?? 'en';
      const language = languageOf(sheet) ?? customersLanguage;
      // If the texts cannot be read, an English receipt is better than none.
      await loadLanguage(i18n, language).catch(() => undefined);
    }
    flushSync(() => ui().paper.setSheet({ sheet, paper, issues }));
    return { ok: true, value: { paper, heightMm: measured(), issued: issues.issued, elsewhere } };
  };
}

const PIXELS_PER_MM = 96 / 25.4;
/** Top and bottom margins together (paper.module.css), and room for lines printed slightly higher than displayed. */
const AROUND_MM = 8;

/** Millimetres, margins included. The sheet is displayed, invisible, while measured. */
function measured(): number {
  const sheet = document.querySelector<HTMLElement>('[data-paper]');
  if (sheet === null) return MAX_SHEET_MM;
  sheet.dataset['measured'] = '';
  const { height } = sheet.getBoundingClientRect();
  delete sheet.dataset['measured'];
  return Math.min(MAX_SHEET_MM, Math.ceil(height / PIXELS_PER_MM) + AROUND_MM);
}

export function PaperOutcome({ paper: { problem, saved } }: { readonly paper: Pick<PaperActs, 'problem' | 'saved'> }) {
  const { t, error } = useWords();
  if (problem !== undefined) return <Note tone="amber">{error(problem)}</Note>;
  return saved === undefined ? null : <Note tone="green">{t('file.saved', { file: saved })}</Note>;
}
