import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { DAY_MS } from '../base/days.ts';
import type { TlsIdentity } from '../identity/sealed-record.ts';

/** Registers pin the certificate: a new certificate disconnects every register. */
const VALID_DAYS = 20 * 365;

/** Self-signed, with the names of this machine and the names set by a manager. */
export async function makeTlsIdentity(now: number, names: readonly string[] = []): Promise<TlsIdentity> {
  // The library's dependency injection reads constructor metadata, which its classes lack.
  Object.assign(Reflect, { getMetadata: () => undefined, getOwnMetadata: () => undefined });
  const { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const all = new Set([...machineNames(), ...machineAddresses(), ...names]);
  const subjects = [...all].map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value }));
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Tillmate',
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + VALID_DAYS * DAY_MS),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new SubjectAlternativeNameExtension(subjects)],
  });
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: PemConverter.encode(key, 'PRIVATE KEY'), cert: certificate.toString('pem') };
}

export function hasNames(cert: string, names: readonly string[]): boolean {
  const certificate = new X509Certificate(cert);
  return names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)));
}

export function fingerprintOf(cert: string): string {
  return new X509Certificate(cert).fingerprint256;
}

export function machineNames(): readonly string[] {
  const name = hostname().toLowerCase();
  return ['localhost', name, `${name}.local`];
}

/** IPv4, with the shop's network first. */
export function machineAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const ipv4 = all.filter(({ family }) => family === 'IPv4');
  return [...ipv4.filter(({ internal }) => !internal), ...ipv4.filter(({ internal }) => internal)].map(
    ({ address }) => address,
  );
}
