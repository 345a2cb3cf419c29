import type { SaleView } from '../preload/views.ts';

const STATES: Readonly<Record<SaleView['stage'], string>> = {
  creating: 'being prepared',
  waiting: 'waiting for the customer',
  scanned: 'scanned by the customer, not confirmed yet',
  authorised: 'confirmed by the customer, the bank is finishing it',
  paid: 'PAID',
  cancelled: 'cancelled, no money moved',
  expired: 'expired, no money moved',
  failed: 'failed, no money was received',
  voided: 'voided, no money was received',
  unknown: 'not known yet: the till keeps asking. Do not charge again',
};

/**
 * Stands in for a window that crashed again and again: no script, no style sheet, nothing that could fail as well. It
 * reads itself again every two seconds, so the state on it is the sale's. In English only, since it has no renderer.
 */
export function plainPage(sale: SaleView | null): string {
  const state =
    sale === null
      ? 'No sale is under way. Nothing is lost.'
      : `The sale of ${euros(sale.amount)} (${escaped(sale.reference)}) is ${STATES[sale.stage]}.`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Tillmate</title></head>
<body style="font: 28px/1.5 sans-serif; max-width: 30em; margin: 3em auto; padding: 0 1em">
<h1 style="font-size: 40px">This window has a problem</h1>
<p role="status">${state}</p>
<p>The till goes on following the sale. Its window has stopped several times within a few minutes; call support if it
does so again.</p>
<p><a style="font-size: 32px" href="/till/index.html">Show the till again</a></p>
</body>
</html>`;
}

function euros(cents: number): string {
  return new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(cents / 100);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
