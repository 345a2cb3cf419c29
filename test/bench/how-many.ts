const isShort = process.env['TILLMATE_BENCH'] === 'short';

/** As many as a figure takes; in the short form, which only shows that it can be measured, `short`. */
export function howMany(count: number, short = 2): number {
  return isShort ? short : count;
}
