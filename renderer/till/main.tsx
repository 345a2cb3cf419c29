import type { TillSnapshot } from '../../preload/contract/views.ts';
import { callMain } from '../ui/ask-main.ts';
import { openWindow } from '../ui/open-window.tsx';
import { App } from './app.tsx';
import { createTillUi, TillStoresProvider } from './till-store.ts';

openWindow<TillSnapshot>({
  read: (bridge) => callMain(bridge, 'till.snapshot', {}),
  hear: (bridge, accept) => bridge.on('till.snapshot', accept),
  listen: clickOncePerKey,
  content: (snapshots) => (
    <TillStoresProvider value={{ snapshots, ui: createTillUi() }}>
      <App />
    </TillStoresProvider>
  ),
});

/** A held key clicks only once. In a text box Space still repeats. */
function clickOncePerKey(target: Window): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!event.repeat || event.target instanceof HTMLTextAreaElement) return;
    const isSpaceOfButton = event.key === ' ' && !(event.target instanceof HTMLInputElement);
    if (event.key === 'Enter' || isSpaceOfButton) event.preventDefault();
  };
  target.addEventListener('keydown', onKey, { capture: true });
  return () => target.removeEventListener('keydown', onKey, { capture: true });
}
