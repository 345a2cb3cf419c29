import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { DisplaySnapshot } from '../../preload/contract/views.ts';
import { callMain } from '../ui/bridge.ts';
import { inTheirLanguage } from '../ui/follow-language.ts';
import { startHeartbeat } from '../ui/heartbeat.ts';
import { createLanguage } from '../ui/language.ts';
import { refuseDrops } from '../ui/refuse-drops.ts';
import { createSnapshotStore } from '../ui/snapshot-store.ts';
import { WindowRoot } from '../ui/window-root.tsx';
import { Display } from './display.tsx';

const bridge = window.tillmate;
const language = createLanguage();
const snapshots = createSnapshotStore<DisplaySnapshot>(() => performance.now());
const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root');

const accept = inTheirLanguage<DisplaySnapshot>(language, (snapshot) => snapshots.getState().accept(snapshot));
bridge.on('display.snapshot', accept);
void callMain(bridge, 'display.snapshot', {}).then((first) =>
  first.ok ? accept(first.value) : snapshots.getState().refuse(first.error),
);

void startHeartbeat(bridge);
refuseDrops(window);

createRoot(place).render(
  <StrictMode>
    <WindowRoot bridge={bridge} language={language}>
      <Display snapshots={snapshots} />
    </WindowRoot>
  </StrictMode>,
);
