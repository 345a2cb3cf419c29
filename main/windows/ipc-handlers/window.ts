import type { HandlerParts, HandlersOf } from './handler.ts';

/** Snapshots for a window that opens, the customer display, and notices that somebody has read. */
export function windowHandlers({
  till,
  snapshots,
  notices,
  openDisplay,
}: HandlerParts): HandlersOf<'till' | 'display' | 'notice'> {
  return {
    'till.snapshot': async () => {
      await till.ready;
      return snapshots.till();
    },
    'display.snapshot': async () => {
      await till.ready;
      return snapshots.display();
    },
    'display.open': () => {
      openDisplay();
      return {};
    },
    'notice.dismiss': ({ id }) => {
      notices.dismiss(id);
      return {};
    },
  };
}
