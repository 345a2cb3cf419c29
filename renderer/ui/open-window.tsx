import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import type { Bridge, Outcome } from '../../preload/contract/contract.ts';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/contract/views.ts';
import { prepareAnnouncements } from './announce.ts';
import { BridgeProvider, callMain } from './ask-main.ts';
import { createLanguage, loadLanguage } from './language.ts';
import { createSnapshotStore, type SnapshotStore } from './snapshot-store.ts';
import './font.css';
import './tokens.css';
import './base.css';
import type { i18n } from 'i18next';
import type { Language } from '../../preload/contract/setting-values.ts';

interface WindowParts<Snapshot> {
  readonly read: (bridge: Bridge) => Promise<Outcome<Snapshot>>;
  /** Returns the unsubscribe function, as does `listen`. */
  readonly hear: (bridge: Bridge, accept: (snapshot: Snapshot) => void) => () => void;
  readonly listen: (target: Window) => () => void;
  readonly content: (snapshots: SnapshotStore<Snapshot>) => ReactNode;
}

/** A page put into the browser's back/forward cache is closed, and opened again on return. */
export function openWindow<Snapshot extends TillSnapshot | DisplaySnapshot>(parts: WindowParts<Snapshot>): void {
  let close = open(parts);
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) close();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) close = open(parts);
  });
}

function open<Snapshot extends TillSnapshot | DisplaySnapshot>(parts: WindowParts<Snapshot>): () => void {
  const place = document.getElementById('root');
  if (place === null) throw new Error('The page has no #root');
  const bridge = window.tillmate;
  const closing = new AbortController();
  const language = createLanguage();
  document.documentElement.lang = language.language;
  const snapshots = createSnapshotStore<Snapshot>(() => performance.now());
  const accept = inTheirLanguage<Snapshot>(language, snapshots.getState().accept, closing.signal);
  const stops = [prepareAnnouncements(), parts.hear(bridge, accept), parts.listen(window)];
  void parts.read(bridge).then((first) => (first.ok ? accept(first.value) : snapshots.getState().refuse(first.error)));
  void startHeartbeat(bridge, closing.signal);

  const root = createRoot(place);
  root.render(
    <StrictMode>
      <I18nextProvider i18n={language}>
        <BridgeProvider value={bridge}>{parts.content(snapshots)}</BridgeProvider>
      </I18nextProvider>
    </StrictMode>,
  );
  return () => {
    closing.abort();
    root.unmount();
    for (const stop of stops) stop();
  };
}

const EVERY_MS = 2_000;

/** Main detects a frozen page by its silence. The next beat waits for the response, so that none pile up. */
async function startHeartbeat(bridge: Bridge, closed: AbortSignal): Promise<void> {
  if (closed.aborted) return;
  await callMain(bridge, 'window.alive', {});
  setTimeout(() => void startHeartbeat(bridge, closed), EVERY_MS);
}

interface Spoken {
  readonly language: Language;
}

/** Only the first snapshot waits for the texts, so that a window does not open in English and change. */
function inTheirLanguage<Snapshot extends Spoken>(
  texts: i18n,
  accept: (snapshot: Snapshot) => void,
  closed: AbortSignal,
): (snapshot: Snapshot) => void {
  let opened = false;
  let wanted: Language = 'en';

  async function speak(language: Language): Promise<void> {
    wanted = language;
    try {
      await loadLanguage(texts, language);
    } catch (fault) {
      console.error('The texts of a language cannot be read', language, fault);
    }
    // The language may have changed again meanwhile.
    if (closed.aborted || wanted !== language) return;
    await texts.changeLanguage(language);
    document.documentElement.lang = language;
  }

  return (snapshot) => {
    const spoken = wanted === snapshot.language ? undefined : speak(snapshot.language);
    if (opened || spoken === undefined) {
      opened = true;
      accept(snapshot);
    } else
      void spoken.finally(() => {
        opened = true;
        accept(snapshot);
      });
  };
}
