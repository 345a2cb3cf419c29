import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import type { TillSnapshot } from '../../preload/contract/views.ts';
import { callMain } from '../ui/bridge.ts';
import { inTheirLanguage } from '../ui/follow-language.ts';
import { startHeartbeat } from '../ui/heartbeat.ts';
import { createLanguage } from '../ui/language.ts';
import { pressOncePerKey } from '../ui/press-once-per-key.ts';
import { createSnapshotStore } from '../ui/snapshot-store.ts';
import { WindowRoot } from '../ui/window-root.tsx';
import { App } from './app.tsx';
import { createTillUi, TillStoresProvider } from './till-store.ts';

// The content security policy refuses code that is compiled from text, which zod would try.
z.config({ jitless: true });

const bridge = window.tillmate;
const language = createLanguage();
const snapshots = createSnapshotStore<TillSnapshot>(() => performance.now());
const stores = { snapshots, ui: createTillUi() };
const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root');

const accept = inTheirLanguage<TillSnapshot>(language, (snapshot) => snapshots.getState().accept(snapshot));
bridge.on('till.snapshot', accept);
void callMain(bridge, 'till.snapshot', {}).then((first) =>
  first.ok ? accept(first.value) : snapshots.getState().refuse(first.error),
);

void startHeartbeat(bridge);
pressOncePerKey(window);

createRoot(place).render(
  <StrictMode>
    <WindowRoot bridge={bridge} language={language}>
      <TillStoresProvider value={stores}>
        <App />
      </TillStoresProvider>
    </WindowRoot>
  </StrictMode>,
);
