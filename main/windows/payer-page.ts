/**
 * Returns the address of a payer's page in training, safe for the system's browser; undefined for any other address.
 * Allows only http on this machine at the port of the embedded service (`host`, e.g. `127.0.0.1:40123`), without
 * credentials. Refuses addresses changed by URL normalisation, which the embedded service never writes.
 */
export function payerPage(address: string, host: string): string | undefined {
  if (!/^127\.0\.0\.1:\d{1,5}$/.test(host) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isPlain = url.username === '' && url.password === '' && url.href === address;
  return isPlain && url.protocol === 'http:' && url.host === host ? address : undefined;
}
