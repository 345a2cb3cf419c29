import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../preload/contract/setting-values.ts';
import type { TillSnapshot } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/ask-main.ts';
import { isMarked } from '../../ui/environment-band.tsx';
import { loadLanguage } from '../../ui/language.ts';
import { useWords } from '../../ui/use-words.ts';
import { useSnapshots, useTill, useUi } from '../till-store.ts';
import styles from './paper.module.css';
import { warningOn } from './receipt-proof.ts';
import { ReceiptSheet, RefundSheet, Watermark } from './receipts.tsx';
import { type DrawnSheet, isReceipt, languageOf } from './sheet.ts';
import { usePaper } from './use-paper.tsx';

/**
 * The only printed element, hidden on the screen. Training, PREPROD and a sheet without proof are marked at both ends
 * and in a watermark, so that no cut can remove the warning.
 */
export function Paper() {
  const drawn = useUi((ui) => ui.paper.sheet);
  const receiptLanguage = useReceiptLanguage(saleIdOf(drawn));
  const windowLanguage = useTill((till) => till.language);
  if (drawn === null) return null;
  return (
    <DrawnPaper
      {...drawn}
      language={isReceipt(drawn.sheet) ? (languageOf(drawn.sheet) ?? receiptLanguage) : windowLanguage}
    />
  );
}

function DrawnPaper({ sheet, paper, issues, language }: DrawnSheet & { readonly language: Language }) {
  const words = useWords(language);
  const environment = useTill((till) => till.terminal.environment);
  const warning = warningOn(sheet);
  const band = isMarked(environment) && <p className={styles.band}>{words.t(`receipt.band.${environment}`)}</p>;
  return (
    <article className={styles.paper} data-paper={paper} lang={language} aria-hidden="true">
      <Watermark
        words={[isMarked(environment) && words.t(`receipt.mark.${environment}`), warning && words.t(warning)]}
      />
      {band}
      {sheet.kind === 'receipt' && <ReceiptSheet sale={sheet.sale} issues={issues} words={words} />}
      {sheet.kind === 'refund-receipt' && (
        <RefundSheet sale={sheet.sale} refund={sheet.refund} issues={issues} words={words} />
      )}
      {!isReceipt(sheet) && sheet.content}
      {band}
    </article>
  );
}

function saleIdOf(drawn: DrawnSheet | null): string | undefined {
  return drawn !== null && isReceipt(drawn.sheet) ? drawn.sheet.sale.saleId : undefined;
}

/** As chosen on the display, otherwise as set for the display. Loads the texts ahead of printing. */
function useReceiptLanguage(saleId: string | undefined): Language {
  const { i18n } = useTranslation();
  const chosen = useTill((till) => (saleId === undefined ? undefined : till.receiptLanguages[saleId]));
  const set = useTill((till) => till.counter.languages.display);
  const language = chosen ?? set;
  useEffect(() => {
    loadLanguage(i18n, language).catch((fault: unknown) =>
      console.error('The texts of a receipt cannot be read', language, fault),
    );
  }, [i18n, language]);
  return language;
}

/** Never for a sale already paid when the window opened: the receipt may exist. */
export function useAutomaticReceipt(): void {
  const bridge = useBridge();
  const snapshots = useSnapshots();
  const paper = usePaper();
  const print = useRef(paper.print);
  print.current = paper.print;
  useEffect(() => {
    async function printParked(saleId: string): Promise<void> {
      const outcome = await callMain(bridge, 'receipt.sale', { saleId });
      // After a switch between live and training the sale is not found.
      if (!outcome.ok || outcome.value.sale.stage !== 'paid') return;
      await print.current({ kind: 'receipt', ...outcome.value }, undefined, 'dialog');
    }
    return snapshots.subscribe(({ snapshot: after }, { snapshot: before }) => {
      if (before === null || after === null || !isWanted(after)) return;
      const { sale } = after;
      const turnedPaid = sale?.stage === 'paid' && before.sale?.saleId === sale.saleId && before.sale.stage !== 'paid';
      if (turnedPaid) void print.current({ kind: 'receipt', sale }, undefined, 'dialog');
      for (const saleId of parkedNoMore(before, after)) void printParked(saleId);
    });
  }, [bridge, snapshots]);
}

function isWanted({ counter: { printing } }: TillSnapshot): boolean {
  return printing?.automatic === true && printing.silent;
}

function parkedNoMore(before: TillSnapshot, after: TillSnapshot): readonly string[] {
  const still = new Set(after.parked.map(({ saleId }) => saleId));
  return before.parked.map(({ saleId }) => saleId).filter((saleId) => !still.has(saleId));
}
