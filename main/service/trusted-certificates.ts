import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls';
import type { ServiceLog } from '../base/log.ts';

/** Certificates in PEM that the system trusts, such as those that a shop's administrator has installed. May throw. */
export type SystemCertificates = () => readonly string[];

let isStoreForged = false;

/**
 * The environment may have named the system's store before anything of ours ran: only Node's own authorities from now
 * on.
 */
export function distrustSystemStore(): void {
  isStoreForged = true;
}

const systemStore: SystemCertificates = () => (isStoreForged ? [] : getCACertificates('system'));

/** Node's authorities and the system's, which Node does not ask by itself. A store that cannot be read is logged. */
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
    log.warn("The system's certificates cannot be read; those of the app are used", { thrown });
    return undefined;
  }
}

/** Older versions of TLS are not spoken, whatever Node was told of them by switches or the environment. */
function contextOf(certificates: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...new Set(certificates)], minVersion: 'TLSv1.2' });
}
