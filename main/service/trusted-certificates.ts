import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import type { ServiceLog } from '../base/log.ts';

/** Returns the system's trusted certificates in PEM, such as those of a shop's administrator. May throw. */
export type SystemCertificates = () => readonly string[];

let isStoreForged = false;

/** The environment may have named the store before the app's code ran. Only Node's own authorities remain. */
export function distrustSystemStore(): void {
  isStoreForged = true;
}

const systemStore: SystemCertificates = () => (isStoreForged ? [] : getCACertificates('system'));

/** Created once. Node does not load the system's authorities by default. A store that cannot be read is logged. */
export function createTrust(log: ServiceLog, read: SystemCertificates = systemStore): () => SecureContext {
  let context: SecureContext | undefined;
  return () => {
    context ??= withSystem(log, read) ?? contextOf(rootCertificates);
    return context;
  };
}

function withSystem(log: ServiceLog, read: SystemCertificates): SecureContext | undefined {
  try {
    return contextOf([...rootCertificates, ...read()]);
  } catch (thrown) {
    log.warn('System certificates unreadable: using the bundled certificates', { thrown });
    return undefined;
  }
}

/** Refuses older TLS versions, even if switches or the environment of Node allow them. */
function contextOf(certificates: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...new Set(certificates)], minVersion: 'TLSv1.2' });
}
