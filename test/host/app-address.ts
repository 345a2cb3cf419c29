/**
 * Chromium has no way to add a scheme from outside, so the host gives every `scheme://host` of a privileged scheme a
 * secure origin of its own, `https://host.scheme.invalid`: `.invalid` never resolves, so nothing of it can reach a
 * network. The main process sees its own addresses everywhere (`senderFrame.url`, `will-navigate`, the handler's
 * request); the page sees the https ones (`location`), as does a Playwright client.
 */

/** `app://till/a` as `https://till.app.invalid/a`. Other addresses come back as they are. */
export function toWeb(address: string, schemes: ReadonlySet<string>): string {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(address) ?? [];
  if (scheme === undefined || host === undefined || !schemes.has(scheme.toLowerCase())) return address;
  return `https://${host}.${scheme.toLowerCase()}.invalid${rest || '/'}`;
}

/** The way back. */
export function toApp(address: string, schemes: ReadonlySet<string>): string {
  const [, host, scheme, rest] = /^https:\/\/([^/?#]+)\.([a-z0-9+-]+)\.invalid(.*)$/is.exec(address) ?? [];
  if (host === undefined || scheme === undefined || !schemes.has(scheme)) return address;
  return `${scheme}://${host}${rest}`;
}

/** A header's value on its way to Chromium: origins and bare scheme sources (`app:` in a CSP) as their https ones. */
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

/** Origin of an address as Electron gives it: `app://till` for the app's own, `null` for what has none. */
export function originOf(appAddress: string, schemes: ReadonlySet<string>): string {
  const web = toWeb(appAddress, schemes);
  if (!URL.canParse(web)) return 'null';
  return toApp(new URL(web).origin, schemes);
}
