import type { ReactNode } from 'react';
import type { PlainSheet, ReceiptOf } from '../../../preload/contract/paper.ts';
import type { Language, PaperSize } from '../../../preload/contract/setting-values.ts';
import type { RefundView, SaleView } from '../../../preload/contract/views.ts';

/** A sheet to print or to save as PDF. `content`: drawn by a view loaded lazily. */
export type Sheet =
  | {
      readonly kind: 'receipt';
      readonly sale: SaleView;
      /** Set for a payment outside the screen, missing in the snapshots. */
      readonly language?: Language;
    }
  | { readonly kind: 'refund-receipt'; readonly sale: SaleView; readonly refund: RefundView }
  | {
      readonly kind: 'shift';
      readonly report: 'X' | 'Z';
      readonly number: number;
      readonly content: ReactNode;
      readonly paper?: PaperSize;
    }
  | { readonly kind: 'sticker'; readonly posId: string; readonly content: ReactNode; readonly paper?: PaperSize }
  | { readonly kind: 'test'; readonly content: ReactNode; readonly paper?: PaperSize };

type ReceiptSheet = Extract<Sheet, { readonly sale: SaleView }>;

/** `issued`: earlier prints; `firstAt` in ms since the epoch. */
export interface Issues {
  readonly issued: number;
  readonly firstAt?: number | undefined;
}

export interface DrawnSheet {
  readonly sheet: Sheet;
  readonly paper: PaperSize;
  readonly issues: Issues;
}

export function isReceipt(sheet: Sheet): sheet is ReceiptSheet {
  return sheet.kind === 'receipt' || sheet.kind === 'refund-receipt';
}

export function languageOf(sheet: ReceiptSheet): Language | undefined {
  return sheet.kind === 'receipt' ? sheet.language : undefined;
}

export function receiptOf(sheet: ReceiptSheet): ReceiptOf {
  const { saleId } = sheet.sale;
  return sheet.kind === 'receipt' ? { saleId } : { saleId, refundKey: sheet.refund.refundKey };
}

export function plainOf(sheet: Exclude<Sheet, ReceiptSheet>): PlainSheet {
  if (sheet.kind === 'shift') return { kind: 'shift', report: sheet.report, number: sheet.number };
  return sheet.kind === 'sticker' ? { kind: 'sticker', posId: sheet.posId } : { kind: 'test' };
}
