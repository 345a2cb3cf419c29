import type { HandlerParts, HandlersOf } from './handler.ts';

/** Snapshots for a window that opens, its sign of life, the customer display, and notices that somebody has read. */
export function windowHandlers({
  till,
  snapshots,
  notices,
  languages,
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
    'window.speak': ({ language }, from) => {
      if (from === 'till') languages.chooseTill(language);
      else languages.chooseDisplay(language);
      return {};
    },
    'notice.dismiss': ({ id }) => {
      notices.dismiss(id);
      return {};
    },
  };
}
