/** Drops undefined members, so that stored or sent objects contain no `undefined`. */
export function omitUndefined<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { readonly [K in keyof T]?: Exclude<T[K], undefined> };
}
