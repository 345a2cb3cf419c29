import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { isPortTaken, listenError } from '../../callback/guarded-server.ts';
import type { TlsIdentity } from '../../identity/sealed-record.ts';
import { machineAddresses, machineNames } from '../certificate.ts';
import { LISTEN_CODES } from '../registers.ts';

const OWN_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

/** Without a certificate, only registers on this machine can connect. `names`: host names set by a manager. */
export function reachOf(tls: TlsIdentity | undefined, names: readonly string[]) {
  if (tls === undefined) return { ipv4: '127.0.0.1', ipv6: '::1', hosts: OWN_HOSTS };
  return {
    ipv4: '0.0.0.0',
    ipv6: '::',
    // Read for each request: the network of the shop may change.
    get hosts() {
      return [...OWN_HOSTS, ...machineNames(), ...machineAddresses(), ...names];
    },
  };
}

/** True if a request's `Host` header names this machine. */
export function isOwnHost(host: string, port: number, hosts: readonly string[]): boolean {
  return hosts.some((name) => plainHost(host) === plainHost(`${isIPv6(name) ? `[${name}]` : name}:${port}`));
}

/** `localhost` may mean either IP version: a program on the IPv6 port would receive the tokens of registers. */
export async function listenOnIpv6(
  server: Server,
  address: { readonly host: string; readonly port: number },
): Promise<void> {
  try {
    await once(server.listen({ ...address, ipv6Only: true }), 'listening');
  } catch (cause) {
    if (isPortTaken(cause)) throw listenError(cause, address, LISTEN_CODES);
  }
}

/** IPv6 addresses have several spellings. */
function plainHost(host: string): string {
  return host.startsWith('[') && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : host;
}
