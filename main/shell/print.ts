import type { BrowserWindow } from 'electron';
import type { Clock } from '../base/clock.ts';
import { type PrintOutcome, printOutcome } from '../windows/print-outcome.ts';

export interface Printing {
  /** Prints the receipt that the till window holds, through the system's dialog. Never rejects. */
  receipt(window: BrowserWindow | undefined): Promise<PrintOutcome>;
}

/** Long enough for a person who looks for paper. Electron may never answer, and a print without an end would be the last. */
const NO_ANSWER_AFTER_MS = 3 * 60_000;

/**
 * One print at a time: Electron forgets the callback of the first when a second begins. `hold` is called while one is
 * under way, until the function that it returns is called: the page stands still behind the dialog.
 */
export function createPrinting(clock: Pick<Clock, 'after'>, hold: () => () => void): Printing {
  let underWay = false;
  return {
    receipt(window) {
      if (window === undefined || window.isDestroyed())
        return Promise.resolve({ kind: 'failed', reason: 'there is no till window' });
      if (underWay) return Promise.resolve({ kind: 'busy', reason: 'another print is under way' });
      underWay = true;
      const release = hold();
      return printed(window, clock).finally(() => {
        underWay = false;
        release();
      });
    },
  };
}

function printed(window: BrowserWindow, clock: Pick<Clock, 'after'>): Promise<PrintOutcome> {
  const contents = window.webContents;
  return new Promise((resolve) => {
    const end = (outcome: PrintOutcome) => {
      cancel();
      contents.off('render-process-gone', gone);
      contents.off('destroyed', gone);
      resolve(outcome);
    };
    const gone = () => end({ kind: 'failed', reason: 'the window is gone' });
    const cancel = clock.after(NO_ANSWER_AFTER_MS, () => end({ kind: 'no-answer', reason: 'no callback' }));
    contents.on('render-process-gone', gone);
    contents.on('destroyed', gone);
    try {
      // With any option and no word about the paper Electron prints on A4. The style sheet hides all but the receipt.
      contents.print({ printBackground: false, usePrinterDefaultPageSize: true }, (success, reason) =>
        end(printOutcome(success, reason)),
      );
    } catch (fault) {
      end({ kind: 'failed', reason: String(fault) });
    }
  });
}
