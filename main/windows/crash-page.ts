import type { WindowName } from '../../preload/contract/contract.ts';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { SaleView, TerminalView } from '../../preload/contract/views.ts';
import { type NativeWords, nativeWords } from '../base/native-words.ts';
import type { WindowTrouble } from './window-notices.ts';

type Environment = TerminalView['environment'];

/** Same colours as the bands of the till and display windows. */
const BANDS = {
  TRAINING: 'background: #ffc83d; color: #1d1400',
  PREPROD: 'background: #6832b0; color: #ffffff',
} as const;

interface CrashPageState {
  readonly sale: SaleView | null;
  readonly terminal: Pick<TerminalView, 'environment'>;
  readonly language: Language;
  readonly trouble?: WindowTrouble | undefined;
}

const ADVICE = {
  crashed: 'support',
  hung: 'support',
  ended: 'support',
  memory: 'memory',
  blocked: 'blocked',
} as const satisfies Record<WindowTrouble, string>;

export function crashPage(window: WindowName, state: CrashPageState): string {
  return window === 'till' ? tillCrashPage(state) : displayCrashPage(state);
}

/** Uses no script or style sheet, which could fail too. Reloads every two seconds to show the current sale. */
function tillCrashPage(state: CrashPageState): string {
  const words = nativeWords(state.language);
  const { sale, trouble = 'crashed' } = state;
  const status =
    sale === null
      ? words('crash.noSale')
      : words('crash.sale', {
          amount: euros(sale.amount, words('figures')),
          reference: escaped(sale.reference),
          state: words(`crash.states.${sale.stage}`),
        });
  return page(state, {
    title: words('titles.till'),
    refresh: '2',
    body: `<h1 style="font-size: 40px">${words('crash.title')}</h1>
<p role="status">${status}</p>
<p>${words('crash.goesOn')} ${words(`crash.advice.${ADVICE[trouble]}`)}</p>
<p><a style="font-size: 32px" href="/till/index.html">${words('crash.again')}</a></p>`,
  });
}

/** Shows nothing of a sale. Main reloads the real page. */
function displayCrashPage(state: CrashPageState): string {
  const words = nativeWords(state.language);
  return page(state, {
    title: words('titles.display'),
    body: `<h1 style="font-size: 64px; text-align: center">${words('crash.customer')}</h1>`,
  });
}

interface Page {
  readonly title: string;
  /** Seconds until the page reloads. */
  readonly refresh?: string;
  readonly body: string;
}

function page({ language, terminal }: CrashPageState, { title, refresh, body }: Page): string {
  const again = refresh === undefined ? '' : `<meta http-equiv="refresh" content="${refresh}">`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8">${again}<title>${title}</title></head>
<body style="font: 28px/1.5 sans-serif; max-width: 30em; margin: 2em auto; padding: 0 1em">
${band(terminal.environment, nativeWords(language))}
${body}
</body>
</html>`;
}

function band(environment: Environment, words: NativeWords): string {
  if (environment !== 'TRAINING' && environment !== 'PREPROD') return '';
  const style = `${BANDS[environment]}; text-align: center; font-weight: bold; letter-spacing: 0.12em`;
  return `<p style="${style}">${words(`bands.${environment}`)}</p>`;
}

function euros(cents: number, region: string): string {
  return new Intl.NumberFormat(region, { style: 'currency', currency: 'EUR' }).format(cents / 100);
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
