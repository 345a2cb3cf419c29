/** Members with a value only: what is stored or sent has none that says undefined. */
export function given<T extends object>(members: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { readonly [K in keyof T]?: Exclude<T[K], undefined> };
}
