import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../preload/contract/setting-values.ts';
import { isMarked } from '../../ui/environment-band.tsx';
import { loadLanguage } from '../../ui/language.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import styles from './paper.module.css';
import { warningOn } from './proof.ts';
import { ReceiptSheet, RefundSheet } from './receipts.tsx';
import { type DrawnSheet, isReceipt, languageOf } from './sheet.ts';
import { Watermark } from './sheet-parts.tsx';

/**
 * The sheet that is printed or saved next. It is the only part of the window that prints, and it is hidden on the screen.
 * Whatever is on it, in training and at PREPROD that stands at both ends and all over it, and so does that it proves
 * nothing where it does not: no cut takes it away.
 */
export function Paper() {
  const drawn = useUi((ui) => ui.sheet);
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

/**
 * The language of a sale's customer: as they chose at the display, else as the display is set. Its texts are brought
 * before anybody prints.
 */
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
