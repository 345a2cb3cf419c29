import type { TillSnapshot } from '../../preload/contract/views.ts';
import { callMain } from '../ui/ask-main.ts';
import { openWindow } from '../ui/open-window.tsx';
import { App } from './app.tsx';
import { createTillUi, TillStoresProvider } from './till-store.ts';

openWindow<TillSnapshot>({
  read: (bridge) => callMain(bridge, 'till.snapshot', {}),
  hear: (bridge, accept) => bridge.on('till.snapshot', accept),
  listen: pressOncePerKey,
  content: (snapshots) => (
    <TillStoresProvider value={{ snapshots, ui: createTillUi() }}>
      <App />
    </TillStoresProvider>
  ),
});

/** A key that is held down presses a button, or sends a form, once; in a text box Space goes on typing. */
function pressOncePerKey(target: Window): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!event.repeat || event.target instanceof HTMLTextAreaElement) return;
    const isSpaceOfButton = event.key === ' ' && !(event.target instanceof HTMLInputElement);
    if (event.key === 'Enter' || isSpaceOfButton) event.preventDefault();
  };
  target.addEventListener('keydown', onKey, { capture: true });
  return () => target.removeEventListener('keydown', onKey, { capture: true });
}
