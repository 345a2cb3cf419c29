import { z } from 'zod';
import type { TillSnapshot } from '../../preload/contract/views.ts';
import { callMain } from '../ui/bridge.ts';
import { openWindow } from '../ui/open-window.tsx';
import { pressOncePerKey } from '../ui/press-once-per-key.ts';
import { App } from './app.tsx';
import { createTillUi, TillStoresProvider } from './till-store.ts';

// The content security policy refuses code that is compiled from text, which zod would try.
z.config({ jitless: true });

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
