/** A release has three numbers and nothing behind them: `1.4.0`. */
export function isVersion(text: string): boolean {
  return /^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}$/.test(text);
}

/** Below 0 where `one` is older than `other`, 0 where they are the same. Both are versions. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  return left.map((number, place) => number - (right[place] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
