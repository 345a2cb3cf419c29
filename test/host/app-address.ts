/**
 * Chromium has no way to register a scheme from outside, so the host maps each `scheme://host` of a privileged scheme
 * to a secure origin, `https://host.scheme.invalid`. `.invalid` never resolves, so no such request reaches a network.
 * The main process sees the app's addresses everywhere (`senderFrame.url`, `will-navigate`, the handler's request); the
 * page (`location`) and a Playwright client see the https addresses.
 */

/** Returns `app://till/a` as `https://till.app.invalid/a`; other addresses unchanged. */
export function toWeb(address: string, schemes: ReadonlySet<string>): string {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(address) ?? [];
  if (scheme === undefined || host === undefined || !schemes.has(scheme.toLowerCase())) return address;
  return `https://${host}.${scheme.toLowerCase()}.invalid${rest || '/'}`;
}

/** Inverse of `toWeb`. */
export function toApp(address: string, schemes: ReadonlySet<string>): string {
  const [, host, scheme, rest] = /^https:\/\/([^/?#]+)\.([a-z0-9+-]+)\.invalid(.*)$/is.exec(address) ?? [];
  if (host === undefined || scheme === undefined || !schemes.has(scheme)) return address;
  return `${scheme}://${host}${rest}`;
}

/** Converts a header value for Chromium: origins and bare scheme sources (`app:` in a CSP) become https. */
export function headerToWeb(value: string, schemes: ReadonlySet<string>): string {
  let text = value;
  for (const scheme of schemes) {
    text = text.replaceAll(
      new RegExp(`(?<![\\w.-])${scheme}://([^/\\s;,?#'"]+)`, 'gi'),
      `https://$1.${scheme}.invalid`,
    );
    text = text.replaceAll(new RegExp(`(?<![\\w.-])${scheme}:(?=[\\s;,]|$)`, 'gi'), `https://*.${scheme}.invalid`);
  }
  return text;
}

/** Returns the origin as Electron does: `app://till` for the app's addresses, `null` for an opaque origin. */
export function originOf(appAddress: string, schemes: ReadonlySet<string>): string {
  const web = toWeb(appAddress, schemes);
  if (!URL.canParse(web)) return 'null';
  return toApp(new URL(web).origin, schemes);
}
