import type { DisplaySnapshot } from '../../preload/contract/views.ts';
import { callMain } from '../ui/ask-main.ts';
import { openWindow } from '../ui/open-window.tsx';
import { refuseDrops } from '../ui/refuse-drops.ts';
import { Display } from './display.tsx';

openWindow<DisplaySnapshot>({
  read: (bridge) => callMain(bridge, 'display.snapshot', {}),
  hear: (bridge, accept) => bridge.on('display.snapshot', accept),
  listen: (target) => refuseDrops(target),
  content: (snapshots) => <Display snapshots={snapshots} />,
});
