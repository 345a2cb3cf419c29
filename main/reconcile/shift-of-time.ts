/** ms since the epoch by the till's clock. */
export interface ClosedShift {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** Returns a function that finds the closed shift of a time; 0 for none. */
export function shiftFinder(shifts: readonly ClosedShift[]): (at: number | undefined) => number {
  const ordered = shifts.toSorted((one, other) => one.from - other.from);
  return (at) => {
    if (at === undefined) return 0;
    let low = 0;
    let high = ordered.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const shift = ordered[middle];
      if (shift !== undefined && shift.from <= at) low = middle + 1;
      else high = middle;
    }
    const last = ordered[low - 1];
    // A shift ends where the next begins: its closing time belongs to the earlier shift.
    const before = ordered[low - 2];
    if (before !== undefined && before.to === at) return before.number;
    return last !== undefined && at <= last.to ? last.number : 0;
  };
}
