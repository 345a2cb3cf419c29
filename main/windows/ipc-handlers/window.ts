import type { HandlerParts, HandlersOf } from './handler.ts';

/** Snapshots for a window that opens, its sign of life, the customer display, and notices that somebody has read. */
export function windowHandlers({
  till,
  snapshots,
  notices,
  openDisplay,
  heardFrom,
}: HandlerParts): HandlersOf<'till' | 'display' | 'window' | 'notice'> {
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
    'window.alive': (_ask, from) => {
      heardFrom(from);
      return {};
    },
    'notice.dismiss': ({ id }) => {
      notices.dismiss(id);
      return {};
    },
  };
}
