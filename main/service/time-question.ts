import type { Clock } from '../base/clock.ts';
import type { ServiceLog } from '../base/log.ts';
import { httpDate } from './clock-skew.ts';
import { fetchJwks } from './jwks-cache.ts';
import type { Reachability } from './reachability.ts';
import type { HttpResponse, Transport } from './transport.ts';

/** Asks for the service's time without a signature, for a till whose clock seems too wrong for signing. */
export interface TimeQuestion {
  /**
   * Sends at most one request every five seconds, unless the last request corrected the clock. Joins a pending request.
   * Never rejects.
   */
  ask(): Promise<void>;
}

interface TimeQuestionOptions {
  readonly url: string;
  readonly transport: Transport;
  readonly reachability: Pick<Reachability, 'sending' | 'clockWrong'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: ServiceLog;
}

const APART_MS = 5_000;

export function createTimeQuestion({ url, transport, reachability, clock, log }: TimeQuestionOptions): TimeQuestion {
  let underWay: Promise<void> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function question(): Promise<void> {
    const dated = reachability.sending();
    try {
      const response = await fetchJwks(transport, url);
      dated(dateOf(response));
      // After a correction only another wrong `Date` causes the next request, so no delay is needed.
      if (!reachability.clockWrong()) askedAt = Number.NEGATIVE_INFINITY;
    } catch (thrown) {
      log.warn('Time request failed', { url, thrown });
    }
  }

  return {
    ask() {
      if (underWay !== undefined) return underWay;
      if (clock.monotonic() - askedAt < APART_MS) return Promise.resolve();
      askedAt = clock.monotonic();
      underWay = question().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}

/** The current time: `Date` plus the seconds in a cache (RFC 9111, Age). */
function dateOf({ headers }: HttpResponse): string | undefined {
  const date = httpDate(headers['date']);
  const age = Number(headers['age'] ?? 0);
  return date === undefined ? undefined : new Date(date + age * 1_000).toUTCString();
}
