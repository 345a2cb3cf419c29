import { useEffect } from 'react';
import { referenceField } from '../../../preload/contract/fields.ts';
import { isRunning } from '../../ui/sale-stage.tsx';
import { useSnapshots, useUiNow } from '../till-store.ts';
import type { Scan } from '../ui-state/draft-entry.ts';
import { createScanReader, END_WITHIN_MS } from './scan-reader.ts';

/** Marks a question within the screen: scans are dropped while it is open. */
export const QUESTION = { 'data-question': true } as const;

function isQuestionOpen(): boolean {
  return document.querySelector('[aria-modal="true"], [data-question]') !== null;
}

/**
 * Keeps scanned characters out of every amount and away from every button (docs/interface.md, Scanners). The settings
 * take a scan as text.
 */
export function useScanner(): void {
  const ui = useUiNow();
  const snapshots = useSnapshots();
  useEffect(() => {
    const scans = createScanReader();
    let undo = (): void => undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;
    // On a slow system a scan may continue after a pause that seemed to end it.
    let takeBack = (): void => undefined;
    // Read at the first character: until recognised as a scan, a typed digit would dismiss a question about the amount.
    let questionWasOpen = false;

    const takeUp = (): void => {
      clearTimeout(silence);
      const text = scans.text.trim();
      if (text === '') return;
      const sale = snapshots.getState().snapshot?.sale ?? null;
      const asked = questionWasOpen || isQuestionOpen();
      ui().entry.scanned(asked ? { use: 'none', why: 'dialog' } : scanOf(text, ui().navigation.view, sale));
    };
    const takeUpInSilence = (): void => {
      const { reference } = ui().entry.draft;
      takeBack = () => ui().entry.type({ reference });
      takeUp();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat && /^[\d.,]$/.test(event.key) && typesAmount(event.target)) {
        event.preventDefault();
        return;
      }
      if (ui().navigation.view === 'settings' && !isQuestionOpen()) return;
      const reading = scans.read({
        key: event.key,
        at: event.timeStamp,
        repeat: event.repeat,
        command: event.ctrlKey || event.altKey || event.metaKey,
      });
      if (reading === 'hand') {
        // Before the fourth character a scan is not recognised: each character is typed, and removed later if needed.
        if (scans.fresh) {
          undo = rememberTexts(ui);
          questionWasOpen = isQuestionOpen();
        }
        if (event.key !== 'Shift') ui().entry.scanned(null);
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      if (reading === 'began') undo();
      else takeBack();
      takeBack = () => undefined;
      clearTimeout(silence);
      if (reading === 'over' || event.key === 'Enter' || event.key === 'Tab') takeUp();
      else silence = setTimeout(takeUpInSilence, END_WITHIN_MS);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      clearTimeout(silence);
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [ui, snapshots]);
}

type Sale = { readonly stage: Parameters<typeof isRunning>[0] } | null;

function scanOf(text: string, view: string, sale: Sale): Scan {
  if (view === 'payments') return { use: 'search', text };
  if (sale !== null && (isRunning(sale.stage) || sale.stage === 'unknown')) return { use: 'none', why: 'busy' };
  if (!referenceField.safeParse(text).success) return { use: 'none', why: 'unfit' };
  return { use: sale === null ? 'reference' : 'next-reference', text };
}

function rememberTexts(ui: ReturnType<typeof useUiNow>): () => void {
  const box = document.activeElement;
  if (!(box instanceof HTMLInputElement)) {
    const { amount } = ui().entry.draft;
    return () => ui().entry.type({ amount });
  }
  const { value } = box;
  return () => {
    if (!box.isConnected || box.value === value) return;
    // React only notices a change through the event, and only if the value was set without React's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, value);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

function typesAmount(target: EventTarget | null): boolean {
  return !(target instanceof HTMLInputElement) || target.dataset['amount'] !== undefined;
}
