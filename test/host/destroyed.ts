/**
 * Makes every member of an object throw, as Electron does when the native part is gone. Exceptions: `id`,
 * `isDestroyed`, event listeners, and `kept`, which the host still needs.
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
