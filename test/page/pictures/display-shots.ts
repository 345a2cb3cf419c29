import type { Opening, Windows } from '../open-windows.ts';
import { apps, display, displayScenes, shopDisplay, waitingScene } from '../sample-snapshots.ts';
import type { Shot } from './shot.ts';

const receipt = 'https://bakery.example/receipts/TILL42-261120-0042';
export const slides = {
  idle: {
    name: true,
    logo: true,
    message: true,
    pictures: true,
    slides: apps.map(({ picture = '' }) => picture),
    slideSeconds: 120,
  },
};

export const displayShots: readonly Shot[] = [
  ...displayScenes.map((scene, index) => ({
    name: `display-${String(index).padStart(2, '0')}-${scene.kind}`,
    open: (windows: Windows, opening: Opening) => windows.display(display(scene), opening),
  })),
  ...[3, 6].map((count) => ({
    name: `display-shop-apps-${count}`,
    open: (windows: Windows, opening: Opening) =>
      windows.display(shopDisplay(waitingScene, { apps: apps.slice(0, count) }), opening),
  })),
  ...([90, 180, 270] as const).map((rotation) => ({
    name: `display-turned-${rotation}`,
    open: (windows: Windows, opening: Opening) => windows.display(shopDisplay(waitingScene, { rotation }), opening),
  })),
  {
    name: 'display-shop-pictures',
    open: (windows, opening) => windows.display(shopDisplay({ kind: 'idle' }, slides), opening),
  },
  { name: 'display-shop-idle', open: (windows, opening) => windows.display(shopDisplay({ kind: 'idle' }), opening) },
  {
    name: 'display-shop-receipt',
    open: (windows, opening) =>
      windows.display(shopDisplay({ kind: 'paid', amount: 1250, debtorName: 'Zoë', receipt }), opening),
  },
  {
    name: 'display-preprod',
    open: (windows, opening) =>
      windows.display(display(waitingScene, { training: false, environment: 'PREPROD' }), opening),
  },
  {
    name: 'display-long',
    open: (windows, opening) => windows.display(display({ kind: 'authorised', amount: 999_999_999_999 }), opening),
  },
];
