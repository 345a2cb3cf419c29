import { basename } from 'node:path';
import type { PlainSheet, ReceiptOf } from '../../../preload/paper.ts';
import { firstPrinting, type PrintingSettings } from '../../../preload/printing.ts';
import { TillError } from '../../base/till-error.ts';
import { RECEIPT_PRINTED, RECEIPT_SAVED } from '../../journal/projections.ts';
import type { DrawnSheet } from '../paper.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

type Parts = Pick<HandlerParts, 'till' | 'store' | 'acts' | 'paper' | 'chooseFile' | 'saveFile'>;
type On = Pick<PrintingSettings, 'printer' | 'silent'> | undefined;

/** What is printed and saved as PDF: receipts by everybody, other sheets by managers. Each is noted in the journal. */
export function paperHandlers(parts: Parts): HandlersOf<'receipt' | 'paper'> {
  const { till, acts, paper } = parts;
  const by = () => till.roles.actor();

  return {
    'receipt.issued': (asked) => {
      const { count, firstAt } = issuesOf(parts, asked);
      return firstAt === undefined ? { issued: count } : { issued: count, firstAt };
    },
    'receipt.print': async ({ on, paper: size, heightMm, issued, ...asked }) => {
      requireIssued(parts, asked, issued);
      const note = () =>
        acts.record({ act: RECEIPT_PRINTED, by: by(), about: aboutOf(asked), values: { issue: issued + 1 } });
      return { printed: await printed(parts, { paper: size, heightMm }, on, note) };
    },
    'receipt.save': async ({ paper: size, heightMm, issued, ...asked }) => {
      const name = requireIssued(parts, asked, issued);
      // While the dialog stood open, another one may have come out.
      const file = await saved(parts, { paper: size, heightMm }, name, () => requireIssued(parts, asked, issued));
      if (file !== null)
        acts.record({ act: RECEIPT_SAVED, by: by(), about: aboutOf(asked), values: { issue: issued + 1 } });
      return { file };
    },
    'paper.print': async ({ sheet, on, ...drawn }) => {
      till.roles.touch();
      const note = () => acts.record({ act: 'paper-printed', by: by(), about: nameOf(sheet) });
      return { printed: await printed(parts, drawn, on, note) };
    },
    'paper.save': async ({ sheet, ...drawn }) => {
      till.roles.touch();
      const file = await saved(parts, drawn, nameOf(sheet));
      if (file !== null) acts.record({ act: 'paper-saved', by: by(), about: nameOf(sheet) });
      return { file };
    },
    'paper.printers': async () => ({ printers: [...(await paper.printers())] }),
  };
}

function aboutOf({ saleId, refundKey }: ReceiptOf): string {
  return refundKey ?? saleId;
}

function issuesOf({ till }: Parts, asked: ReceiptOf): { readonly count: number; readonly firstAt?: number } {
  return till.requireOpen().journal.issues(aboutOf(asked)) ?? { count: 0 };
}

/**
 * Checks that there is such a payment or refund, and that the sheet says the right thing of being a copy. Gives what a
 * file of it is called. Errors: `sale.not-found`, `receipt.issued-meanwhile`.
 */
function requireIssued(parts: Parts, asked: ReceiptOf, issued: number): string {
  const { sales, journal } = parts.till.requireOpen();
  const sale = sales.get(asked.saleId);
  const refund = asked.refundKey === undefined ? undefined : journal.refund(asked.refundKey);
  if (sale === undefined || (asked.refundKey !== undefined && refund?.saleId !== asked.saleId))
    throw new TillError('sale.not-found', 'There is no such payment');
  if (issuesOf(parts, asked).count !== issued)
    throw new TillError('receipt.issued-meanwhile', 'The sheet says another number of the copy', { retryable: true });
  return refund === undefined
    ? `receipt-${sale.reference}`
    : `refund-${sale.reference}-${refund.refundKey.slice(0, 8)}`;
}

/**
 * False: the person closed the dialog. `note` is called for what came out, and for what may have. Errors: `receipt.*`; a
 * printer that is gone is named.
 */
async function printed({ store, paper }: Parts, drawn: DrawnSheet, on: On, note: () => void): Promise<boolean> {
  const { printer, silent } = on ?? store.file.counter.printing ?? firstPrinting;
  const outcome = await paper.print({ ...drawn, printer, silent });
  if (outcome.kind === 'printed' || outcome.kind === 'no-answer') note();
  if ('reason' in outcome)
    throw new TillError(`receipt.${outcome.kind}`, outcome.reason, { retryable: true, values: { printer } });
  return outcome.kind === 'printed';
}

/** The file's name; null: the person closed the dialog. Errors: `file.*`, `receipt.busy`, `receipt.failed`. */
async function saved(
  parts: Parts,
  drawn: DrawnSheet,
  name: string,
  check: () => void = () => undefined,
): Promise<string | null> {
  // Drawn now: while the dialog stands open, another sheet may take its place.
  const pdf = await parts.paper.pdf(drawn);
  const path = await parts.chooseFile({ name: `${name}.pdf`, filters: ['pdf'] });
  if (path === undefined) return null;
  check();
  parts.saveFile(path, pdf);
  return basename(path);
}

function nameOf(sheet: PlainSheet): string {
  if (sheet.kind === 'shift') return `${sheet.report}-${sheet.number}`;
  return sheet.kind === 'sticker' ? `sticker-${sheet.posId}` : 'test';
}
