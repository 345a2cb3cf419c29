import { largestPaintAt } from './app/page-clock.ts';
import { launchWatched } from './app/watched-app.ts';
import { howMany } from './how-many.ts';
import type { Row } from './result-row.ts';
import { median } from './statistics.ts';

export const name = 'start';

const STARTS = howMany(5);

/** From main beginning to load to the last of both windows painted, beside an app of two windows with a word each. */
export async function bench(): Promise<readonly Row[]> {
  const own: number[] = [];
  const bare: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    own.push(await startMs('watched-main.mjs'));
    bare.push(await startMs('bare-main.mjs'));
  }
  const value = median(own);
  return [
    {
      figure: 'main bundle loaded to both windows usable, on the host',
      value,
      unit: 'ms',
      yardstick: 'two windows with a word each',
      yardstickValue: median(bare),
      bar: '≤ 2 × the yardstick',
      ok: value <= 2 * median(bare),
    },
  ];
}

async function startMs(script: 'watched-main.mjs' | 'bare-main.mjs'): Promise<number> {
  const { app, loadingAt } = await launchWatched(script);
  try {
    if (script === 'watched-main.mjs') {
      await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
      await app.display.getByText('Welcome').waitFor();
    }
    return Math.max(await largestPaintAt(app.till), await largestPaintAt(app.display)) - loadingAt();
  } finally {
    await app.stop();
  }
}
