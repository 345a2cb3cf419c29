/**
 * What Electron does to an object whose native part is gone: every method and property of it throws, but for `id`,
 * `isDestroyed`, listening, and `kept`, which the host itself still needs.
 */
export function markDestroyed(object: object, kept: readonly string[]): void {
  const names = new Set([
    ...Object.getOwnPropertyNames(Object.getPrototypeOf(object)),
    ...Object.getOwnPropertyNames(object).filter((name) => !name.startsWith('_')),
  ]);
  for (const name of names) {
    if (['constructor', 'id', 'isDestroyed', 'domain', ...kept].includes(name)) continue;
    Object.defineProperty(object, name, { configurable: true, get: refuse });
  }
}

function refuse(): never {
  throw new TypeError('Object has been destroyed');
}
