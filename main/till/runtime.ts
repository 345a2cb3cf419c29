import type { RefundDraft, SaleDraft } from '../../preload/contract.ts';
import type { Notice, RefundDecision, SaleSummary, SaleView, TillSnapshot } from '../../preload/views.ts';
import type { SalePlace } from '../journal/reader.ts';
import type { Permission } from '../refund/manager-permission.ts';
import type { RefundBegun } from '../refund/refunds.ts';

export interface SalesFound {
  rows: SaleSummary[];
  next: SalePlace | null;
}

/** Everything that a till does with money, in training or live: one journal, one connection, and what follows them. */
export interface Runtime {
  service(): TillSnapshot['service'];
  nextReference(): string;
  /** The sale on the screen, until it is dismissed. */
  sale(): SaleView | null;
  view(saleId: string): SaleView | undefined;
  recent(): readonly SaleSummary[];
  recovery(): TillSnapshot['recovery'];
  /** What a person should know: late truths, a journal that cannot be written, callbacks that cannot be received. */
  notices(): readonly Notice[];
  /** Whether a sale is under way, so that the till must not be turned into another one. */
  busy(): boolean;

  start(draft: SaleDraft): Promise<{ readonly saleId: string }>;
  cancel(saleId: string): Promise<void>;
  customerSaysPaid(saleId: string): Promise<void>;
  dismiss(saleId: string): Promise<void>;
  acknowledgeAlarm(saleId: string): Promise<void>;
  find(text: string, after: SalePlace | undefined, limit: number): SalesFound;
  /** The payment that a person has open; null when none is. */
  open(saleId: string | null): void;
  findElsewhere(reference: string): Promise<{ readonly found: number }>;
  refund(draft: Omit<RefundDraft, 'managerPin'>, permission: Permission): Promise<RefundBegun>;
  /** What a manager decides about a refund that looking up did not settle. */
  settleRefund(refundKey: string, decision: RefundDecision): void;
  /** The network may be there again: everything that waits is asked for now. */
  networkReturned(): void;
  close(): Promise<void>;
}
