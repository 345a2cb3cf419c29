const isShort = process.env['TILLMATE_BENCH'] === 'short';

/** Returns `count`, or `short` in the short form, which only checks that the bench runs. */
export function howMany(count: number, short = 2): number {
  return isShort ? short : count;
}
