/**
 * The address of a payer's page in training, as it may be given to the system's browser; undefined for any other address.
 * It is http on this machine, at the port of the embedded service (`host`, such as `127.0.0.1:40123`), with nothing before
 * the host. An address that URL parsing would spell in another way is refused: the embedded service writes none.
 */
export function payerPage(address: string, host: string): string | undefined {
  if (!/^127\.0\.0\.1:\d{1,5}$/.test(host) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isPlain = url.username === '' && url.password === '' && url.href === address;
  return isPlain && url.protocol === 'http:' && url.host === host ? address : undefined;
}
