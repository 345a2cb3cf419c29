import { startedMs } from './app/watched-app.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { median } from './statistics.ts';

export const name = 'start';

const STARTS = howMany(5, 1);

/** Measures the time from loading main to both windows painted. Yardstick: an app with two windows of one word. */
export async function bench(): Promise<readonly Row[]> {
  const own: number[] = [];
  const bare: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    own.push(await startedMs('watched-main.mjs'));
    bare.push(await startedMs('bare-main.mjs'));
  }
  return [
    row('main bundle loaded to both windows usable, on the host', median(own), 'ms', {
      yardstick: ['two windows with a word each', median(bare)],
      atMost: 1.8,
    }),
  ];
}
