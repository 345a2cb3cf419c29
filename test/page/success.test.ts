import { describe, expect, test } from 'vitest';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/contract/views.ts';
import { placesOf } from './layout-measurements.ts';
import type { OpenWindow } from './open-windows.ts';
import { display, sale, till, waitingScene } from './sample-snapshots.ts';
import { laidOut } from './used-again.ts';
import { windows } from './windows.ts';

/** Returns the duration of each animation that the push starts, ms, and the places during and after the animations. */
async function pushed({ page, push }: OpenWindow, snapshot: TillSnapshot | DisplaySnapshot) {
  await page.evaluate(() => {
    const begun = new Map<Animation, number>();
    // Paused immediately: on a slow machine an animation could begin and end between two frames.
    const hold = () => {
      for (const animation of document.getAnimations()) {
        if (animation instanceof CSSAnimation) begun.set(animation, Number(animation.effect?.getTiming().duration));
        animation.pause();
      }
    };
    const observer = new MutationObserver(hold);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    fake.undos.push(() => observer.disconnect());
    Object.assign(window, { begun });
  });
  await push(snapshot);
  await laidOut(page);
  const during = await placesOf(page);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  const begun = await page.evaluate(() => [...(window as unknown as { begun: Map<Animation, number> }).begun.values()]);
  return { begun, during, after: await placesOf(page) };
}

const openings: readonly (readonly [
  string,
  (moving: boolean) => Promise<OpenWindow>,
  () => TillSnapshot | DisplaySnapshot,
])[] = [
  [
    'till',
    (moving) => windows.till(till({ sale: sale('authorised') }), { moving }),
    () => till({ sale: sale('paid') }),
  ],
  [
    'display',
    (moving) => windows.display(display(waitingScene), { moving }),
    () => display({ kind: 'paid', amount: 1250 }),
  ],
];

describe.each(openings)('Paid on the %s', (_name, open, paid) => {
  test('appears within a fifth of a second, moving nothing else', async () => {
    const window = await open(true);
    const { begun, during, after } = await pushed(window, paid());
    expect(begun).toHaveLength(1);
    for (const duration of begun) {
      expect(duration).toBeGreaterThanOrEqual(150);
      expect(duration).toBeLessThanOrEqual(250);
    }
    expect(during).toEqual(after);
  });

  test('appears at once with reduced motion', async () => {
    const window = await open(false);
    expect((await pushed(window, paid())).begun).toEqual([]);
  });
});
