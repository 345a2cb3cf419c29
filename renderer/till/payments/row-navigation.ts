/** How many rows Page Up and Page Down move. */
const PAGE = 8;

/** The row that a key moves to, from row `current` of `count`; undefined when the key does not move. */
export function nextRow(count: number, current: number, key: string): number | undefined {
  const to = target(count, current, key);
  return to === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, to));
}

function target(count: number, current: number, key: string): number | undefined {
  if (key === 'ArrowDown') return current + 1;
  if (key === 'ArrowUp') return current - 1;
  if (key === 'PageDown') return current + PAGE;
  if (key === 'PageUp') return current - PAGE;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
