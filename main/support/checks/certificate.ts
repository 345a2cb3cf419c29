import { isIP, type Socket } from 'node:net';
import { connect, type PeerCertificate, TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { silentLog } from '../../base/log.ts';
import type { TillError } from '../../base/till-error.ts';
import { Connector, ProxyFault } from '../../service/connector.ts';
import { serviceError } from '../../service/service-error.ts';
import { createTrust, type SystemCertificates } from '../../service/trusted-certificates.ts';

interface CertificateQuestion {
  readonly address: URL;
  readonly resolveProxy: ((url: string) => Promise<string>) | undefined;
  readonly signal: AbortSignal;
  readonly certificates?: SystemCertificates;
}

type CertificateFault = 'ended' | 'not-yet' | 'other-name' | 'unknown-issuer' | 'handshake';

export type CertificateLook =
  | {
      readonly kind: 'trusted';
      /** Earliest expiry in the chain, ms since the epoch. */
      readonly until: number;
      readonly issuer: string;
      readonly protocol: string;
    }
  | {
      readonly kind: 'refused';
      readonly why: CertificateFault;
      readonly reason: string;
      readonly facts: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'proxy'; readonly error: TillError }
  | { readonly kind: 'unreached' };

/** Leaves time to order and install a new certificate. */
export const SOON_DAYS = 21;
const CONNECT_MS = 5_000;

/** Connects as the till does, with the same proxies and trust, and sends no request. */
export async function lookAtCertificate(question: CertificateQuestion): Promise<CertificateLook> {
  const { address, resolveProxy, signal, certificates } = question;
  const trust = createTrust(silentLog, certificates);
  const connector = new Connector({ connectTimeoutMs: CONNECT_MS, trust, resolveProxy, log: silentLog });
  const breakOff = () => void connector.close();
  signal.addEventListener('abort', breakOff, { once: true });
  try {
    return seen(await open(connector.connect, address));
  } catch (thrown) {
    if (thrown instanceof ProxyFault)
      return { kind: 'proxy', error: serviceError(thrown.fault, thrown.message, { cause: thrown }) };
    const fault = faultOf(thrown);
    if (fault === undefined) return { kind: 'unreached' };
    return { kind: 'refused', ...fault, facts: await factsOfRefused(address, signal) };
  } finally {
    signal.removeEventListener('abort', breakOff);
    await connector.close();
  }
}

function open(connectTo: buildConnector.connector, { protocol, hostname, host, port }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    connectTo({ protocol, hostname, host, port }, (error, socket) =>
      error === null ? resolve(socket) : reject(error),
    );
  });
}

function seen(socket: Socket): CertificateLook {
  try {
    if (!(socket instanceof TLSSocket)) return { kind: 'unreached' };
    const certificate = socket.getPeerCertificate(true);
    const until = Math.min(...chainOf(certificate).map(({ valid_to }) => Date.parse(valid_to)));
    return { kind: 'trusted', until, issuer: issuerOf(certificate), protocol: socket.getProtocol() ?? '' };
  } finally {
    socket.destroy();
  }
}

/** Without the root certificate: the operating system renews it. */
function chainOf(
  leaf: ReturnType<TLSSocket['getPeerCertificate']> & { issuerCertificate?: unknown },
): PeerCertificate[] {
  const chain: PeerCertificate[] = [];
  let next: PeerCertificate | undefined = leaf;
  while (next !== undefined && !chain.some(({ fingerprint256 }) => fingerprint256 === next?.fingerprint256)) {
    chain.push(next);
    next = 'issuerCertificate' in next ? (next.issuerCertificate as PeerCertificate | undefined) : undefined;
  }
  return chain.length > 1 ? chain.slice(0, -1) : chain;
}

function issuerOf({ issuer }: PeerCertificate): string {
  const { O, CN } = (issuer ?? {}) as { readonly O?: string | string[]; readonly CN?: string | string[] };
  return String(O ?? CN ?? '');
}

const FAULTS: readonly (readonly [RegExp, CertificateFault])[] = [
  [/^CERT_HAS_EXPIRED$/, 'ended'],
  [/^CERT_NOT_YET_VALID$/, 'not-yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'other-name'],
  [/SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED|CERT_REVOKED|INVALID_CA|CERT_CHAIN/, 'unknown-issuer'],
];

/** The checks of the service report network faults. */
const NO_CONNECTION =
  /^(ENOTFOUND|EAI_|ECONN|EHOST|ENET|ETIMEDOUT|EPIPE|EADDR|UND_ERR_(CONNECT_TIMEOUT|DESTROYED|ABORTED))/;

function faultOf(thrown: unknown): { readonly why: CertificateFault; readonly reason: string } | undefined {
  const reason = codeOf(thrown);
  if (NO_CONNECTION.test(reason)) return undefined;
  return { why: FAULTS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'handshake', reason };
}

function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError) return codeOf(thrown.errors[0]);
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** On a second connection, over which nothing is sent. Empty if none is presented. */
function factsOfRefused({ hostname, port }: URL, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(port) || 443,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      rejectUnauthorized: false,
      timeout: CONNECT_MS,
    });
    const end = (facts: Readonly<Record<string, string>>) => {
      socket.destroy();
      resolve(facts);
    };
    signal.addEventListener('abort', () => end({}), { once: true });
    socket.once('error', () => end({})).once('timeout', () => end({}));
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate();
      if (certificate.valid_to === undefined) return end({});
      end({ issuer: issuerOf(certificate), until: dayOf(certificate.valid_to), from: dayOf(certificate.valid_from) });
    });
  });
}

function dayOf(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10);
}
