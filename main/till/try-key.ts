import { TillError, toTillError } from '../base/till-error.ts';
import type { SigningKey } from '../service/signing-key.ts';
import { type ConnectionOptions, createConnection } from './service-connection.ts';

interface KeyTestParts extends Pick<ConnectionOptions, 'clock' | 'random' | 'log' | 'network' | 'settings'> {
  readonly signingKey: SigningKey;
}

/** Time limit with a person waiting; a slower service counts as offline. */
const PATIENCE_MS = 15_000;

/**
 * Sends a request without effect on money (operation 3, one payment), signed with this key, on its own connection.
 * Omits the API key, with which the service need not check the signature (spec: Authentication, endpoint to scheme).
 * Returns the duration, ms. Throws the errors of the service and the network.
 */
export async function testKey({ clock, ...parts }: KeyTestParts): Promise<number> {
  const tuning = { ...parts.settings.tuning, paymentAuthentication: 'signature' } as const;
  const settings = { ...parts.settings, tuning };
  const connection = createConnection({ ...parts, settings, clock, apiKey: undefined });
  const patience = new AbortController();
  const stop = clock.after(PATIENCE_MS, () => patience.abort());
  const begunAt = clock.monotonic();
  try {
    await connection.service.searchPage({}, 0, 1, { signal: patience.signal });
    return Math.round(clock.monotonic() - begunAt);
  } catch (thrown) {
    if (!patience.signal.aborted) throw toTillError(thrown);
    throw new TillError('network.headers-timeout', 'No response of the service in time', { retryable: true });
  } finally {
    stop();
    await connection.close();
  }
}
