import { basename } from 'node:path';
import type { PlainSheet, ReceiptOf } from '../../../preload/contract/paper.ts';
import { counterCode } from '../../../preload/contract/setting-values.ts';
import { firstPrinting, type PrintingSettings } from '../../../preload/contract/settings-table.ts';
import { TillError } from '../../base/till-error.ts';
import { createIssuedReceipts, type Issues, RECEIPT_PRINTED, RECEIPT_SAVED } from '../issued-receipts.ts';
import type { DrawnSheet } from '../paper.ts';
import { requireRole } from '../required-role.ts';
import { stickerBytes } from '../sticker-file.ts';
import { type CommonParts, type HandlersOf, prolonging, type SystemParts } from './handler.ts';
import type { WindowParts } from './window.ts';

type On = Pick<PrintingSettings, 'printer' | 'silent'> | undefined;

/** Receipts are for every role, other sheets for managers. Each print is in the audit log. */
export function paperHandlers(
  { till, store, acts, clock }: CommonParts,
  system: SystemParts,
  { languages }: WindowParts,
): HandlersOf<'receipt' | 'paper'> {
  const { paper } = system;
  const active = prolonging(till);
  const receipts = createIssuedReceipts();

  function issuesOf(asked: ReceiptOf): Issues {
    return receipts.of(till.requireOpen().journal, asked.saleId, aboutOf(asked));
  }

  /** Returns the reference. Throws `TillError` `sale.not-found`, `receipt.issued-meanwhile`. */
  function requireIssued(asked: ReceiptOf, issued: number): string {
    const { sales, journal } = till.requireOpen();
    const sale = sales.get(asked.saleId);
    const isForeign = asked.refundKey !== undefined && journal.refund(asked.refundKey)?.saleId !== asked.saleId;
    if (sale === undefined || isForeign) throw new TillError('sale.not-found', 'Payment not found');
    if (issuesOf(asked).count !== issued)
      throw new TillError('receipt.issued-meanwhile', 'Copy number of the sheet differs', { retryable: true });
    return sale.reference;
  }

  function note(act: typeof RECEIPT_PRINTED | typeof RECEIPT_SAVED, asked: ReceiptOf, reference: string): void {
    const before = issuesOf(asked);
    receipts.note(aboutOf(asked), before, clock.now());
    const values = { reference, issue: before.count + 1 };
    acts.record({ act, by: till.roles.actor(), about: aboutOf(asked), values });
  }

  return {
    'receipt.sale': ({ saleId }) => {
      const sale = till.requireOpen().sales.get(saleId);
      if (sale === undefined) throw new TillError('sale.not-found', 'Payment not found');
      return { sale, language: languages.receipt(saleId) };
    },
    'receipt.issued': (asked) => {
      const { count, firstAt } = issuesOf(asked);
      return firstAt === undefined ? { issued: count } : { issued: count, firstAt };
    },
    'receipt.print': async ({ on, paper: size, heightMm, issued, ...asked }) => {
      const reference = requireIssued(asked, issued);
      const cameOut = () => note(RECEIPT_PRINTED, asked, reference);
      return { printed: await printed({ store, paper }, { paper: size, heightMm }, on, cameOut) };
    },
    'receipt.save': async ({ paper: size, heightMm, issued, ...asked }) => {
      const reference = requireIssued(asked, issued);
      // During the dialog, a copy of the receipt may have been issued.
      const check = () => void requireIssued(asked, issued);
      const file = await saved(system, { paper: size, heightMm }, receiptName(asked, reference), check);
      if (file !== null) note(RECEIPT_SAVED, asked, reference);
      return { file };
    },
    'paper.print': active(async ({ sheet, on, ...drawn }) => {
      const cameOut = () => acts.record({ act: 'paper-printed', by: till.roles.actor(), about: nameOf(sheet) });
      return { printed: await printed({ store, paper }, drawn, on, cameOut) };
    }),
    'paper.save': active(async ({ sheet, ...drawn }) => {
      const check = () => requireRole('paper.save', till.roles.current());
      const file = await saved(system, drawn, nameOf(sheet), check);
      if (file !== null) acts.record({ act: 'paper-saved', by: till.roles.actor(), about: nameOf(sheet) });
      return { file };
    }),
    'paper.printers': async () => ({ printers: [...(await paper.printers())] }),
  };
}

function aboutOf({ saleId, refundKey }: ReceiptOf): string {
  return refundKey ?? saleId;
}

function receiptName({ refundKey }: ReceiptOf, reference: string): string {
  return refundKey === undefined ? `receipt-${reference}` : `refund-${reference}-${refundKey.slice(0, 8)}`;
}

function nameOf(sheet: PlainSheet): string {
  if (sheet.kind === 'shift') return `${sheet.report}-${sheet.number}`;
  return sheet.kind === 'sticker' ? `sticker-${sheet.posId}` : 'test';
}

/** False if the person closed the dialog. Calls `cameOut` also for a possible print without confirmation. */
async function printed(
  { store, paper }: Pick<CommonParts, 'store'> & Pick<SystemParts, 'paper'>,
  drawn: DrawnSheet,
  on: On,
  cameOut: () => void,
): Promise<boolean> {
  const { printer, silent } = on ?? store.file.counter.printing ?? firstPrinting;
  const outcome = await paper.print({ ...drawn, printer, silent });
  if (outcome.kind === 'printed' || outcome.kind === 'no-answer') cameOut();
  if ('reason' in outcome)
    throw new TillError(`receipt.${outcome.kind}`, outcome.reason, { retryable: true, values: { printer } });
  return outcome.kind === 'printed';
}

/** Returns the file's name; null if the person closed the dialog. */
async function saved(
  { paper, chooseFile, saveFile }: SystemParts,
  drawn: DrawnSheet,
  name: string,
  check: () => void = () => undefined,
): Promise<string | null> {
  // Rendered before the dialog, during which the window may show a different sheet.
  const pdf = await paper.pdf(drawn);
  const path = await chooseFile({ name: `${name}.pdf`, filters: ['pdf'] });
  if (path === undefined) return null;
  check();
  saveFile(path, pdf);
  return basename(path);
}

export function stickerHandlers(
  { till, acts }: CommonParts,
  { chooseFile, saveFile }: SystemParts,
): HandlersOf<'sticker'> {
  const active = prolonging(till);
  return {
    'sticker.read': active(() => {
      const { service, merchant, pos } = till.requireOpen().settings;
      if (!service.counterCode) return {};
      return { code: counterCode(service.counterCode, merchant.profileId, pos.posId) };
    }),
    'sticker.save': active(async (file) => {
      const { posId } = till.requireOpen().settings.pos;
      const bytes = stickerBytes(file);
      const about = `sticker-${posId}`;
      const path = await chooseFile({ name: `${about}.${file.format}`, filters: [file.format] });
      if (path === undefined) return {};
      requireRole('sticker.save', till.roles.current());
      saveFile(path, bytes);
      acts.record({ act: 'sheet-saved', by: till.roles.actor(), about, values: { format: file.format } });
      return { saved: basename(path) };
    }),
  };
}
