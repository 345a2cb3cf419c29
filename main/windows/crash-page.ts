import type { WindowName } from '../../preload/contract.ts';
import type { SaleView, TerminalView } from '../../preload/views.ts';
import type { WindowTrouble } from './window-end.ts';

type Environment = TerminalView['environment'];

/** The colours of the same bands in the till and display windows. */
const BANDS = {
  TRAINING: { text: 'TRAINING', colours: 'background: #ffc83d; color: #1d1400' },
  PREPROD: { text: 'PREPROD – test environment', colours: 'background: #6832b0; color: #ffffff' },
} as const;

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

export interface CrashPageState {
  /** The sale on the screen. */
  readonly sale: SaleView | null;
  readonly terminal: Pick<TerminalView, 'environment'>;
  /** Why the window's own page is not there. */
  readonly trouble?: WindowTrouble | undefined;
}

/** What the person at the till can do about it. */
const ADVICE: Readonly<Record<WindowTrouble, string>> = {
  crashed: 'Call support if it does so again.',
  hung: 'Call support if it does so again.',
  ended: 'Call support if it does so again.',
  memory: 'This computer is short of memory: close other programs. Call support if that does not help.',
  blocked:
    'A security program or an unfinished update may stop it: restart the computer after the sale, or call support.',
};

/** HTML of the page that replaces a window's own while that keeps ending. */
export function crashPage(window: WindowName, { sale, terminal, trouble = 'crashed' }: CrashPageState): string {
  return window === 'till'
    ? tillCrashPage(sale, terminal.environment, ADVICE[trouble])
    : displayCrashPage(terminal.environment);
}

/**
 * Replaces a till window that keeps crashing. It has no script and no style sheet, which could fail as well. It reloads
 * every two seconds, so that it shows what the sale has become. In English only: translations belong to the renderer.
 */
function tillCrashPage(sale: SaleView | null, environment: Environment, advice: string): string {
  const state =
    sale === null
      ? 'No sale is under way. Nothing is lost.'
      : `The sale of ${euros(sale.amount)} (${escaped(sale.reference)}) is ${STATES[sale.stage]}.`;
  return page({
    title: 'Tillmate',
    refresh: '2',
    environment,
    body: `<h1 style="font-size: 40px">This window has a problem</h1>
<p role="status">${state}</p>
<p>The till goes on following the sale. Its window has stopped several times, and is opened again within two minutes at
most. ${advice}</p>
<p><a style="font-size: 32px" href="/till/index.html">Show the till again</a></p>`,
  });
}

/** The same for the customer display. It shows nothing of any sale; main loads the real page again. */
function displayCrashPage(environment: Environment): string {
  return page({
    title: 'Tillmate – customer display',
    environment,
    body: '<h1 style="font-size: 64px; text-align: center">One moment, please.</h1>',
  });
}

interface Page {
  readonly title: string;
  /** Seconds after which the page loads itself again. */
  readonly refresh?: string;
  readonly environment: Environment;
  readonly body: string;
}

function page({ title, refresh, environment, body }: Page): string {
  const again = refresh === undefined ? '' : `<meta http-equiv="refresh" content="${refresh}">`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8">${again}<title>${title}</title></head>
<body style="font: 28px/1.5 sans-serif; max-width: 30em; margin: 2em auto; padding: 0 1em">
${band(environment)}
${body}
</body>
</html>`;
}

function band(environment: Environment): string {
  if (environment !== 'TRAINING' && environment !== 'PREPROD') return '';
  const { text, colours } = BANDS[environment];
  return `<p style="${colours}; text-align: center; font-weight: bold; letter-spacing: 0.12em">${text}</p>`;
}

function euros(cents: number): string {
  return new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(cents / 100);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
