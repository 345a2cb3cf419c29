import type { Clock, Random } from '../../base/clock.ts';
import type { ServiceLog } from '../../base/log.ts';
import { type TillError, toTillError } from '../../base/till-error.ts';
import type { CallOptions, PaymentId, PaymentService, RefundId } from '../../domain/payment-service.ts';
import { createPaymentService } from '../../service/client.ts';
import { fetchJwks, JwksCache } from '../../service/jwks-cache.ts';
import { Reachability } from '../../service/reachability.ts';
import { createSigner } from '../../service/request-signer.ts';
import { serviceError } from '../../service/service-error.ts';
import type { IssuerSeen } from '../../service/signature-verifier.ts';
import type { PaymentAuthentication } from '../../service/signed-exchange.ts';
import type { SpecDeviation, ValueDeviation } from '../../service/spec-deviations.ts';
import { createUndiciTransport, type SystemNetwork } from '../../service/undici-transport.ts';
import type { TerminalSettings } from '../../settings/settings.ts';
import type { CheckedAccount, HeldAccount } from './check.ts';

interface SessionParts {
  readonly account: Exclude<CheckedAccount, { readonly kind: 'none' }>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: ServiceLog;
  readonly network: Pick<SystemNetwork, 'resolveProxy' | 'certificates'>;
}

export interface Asked {
  readonly error: TillError | undefined;
  readonly count: number;
}

/**
 * Requests that move no money, each sent at most once, on connections of their own, so that no sale is disturbed. None
 * rejects.
 */
export type ServiceSession = Omit<ReturnType<typeof openServiceSession>, 'reachability'> & {
  readonly reachability: Pick<Reachability, 'host' | 'skewMs' | 'timeReceived'>;
};

/** Below the deadline of a check. */
const LONGEST_MS = 5_000;

export function openServiceSession(parts: SessionParts) {
  const { account, clock, random, log } = parts;
  const { service, tuning } = account.settings;
  const closing = new AbortController();
  const transport = createUndiciTransport(patience(tuning), { ...parts.network, log });
  const reachability = new Reachability(service.baseUrl, clock);
  const issuers: IssuerSeen[] = [];
  const deviations: SpecDeviation[] = [];
  const jwks = new JwksCache({ url: service.jwksUrl, transport, clock, log });
  const options: CallOptions = { signal: closing.signal, retry: 'never' };

  function signedClient({ signingKey, apiKey, ...held }: HeldAccount, paymentAuthentication: PaymentAuthentication) {
    const settings = { ...held.settings, tuning: { ...tuning, paymentAuthentication } };
    const { claimPrefix } = service;
    const signer = createSigner({ signingKey, claimPrefix, profileId: settings.merchant.profileId });
    const parts = { settings, signer, apiKey, transport, jwks, clock, random, log, reachability };
    return createPaymentService({
      ...parts,
      issuerSeen: (seen) => issuers.push(seen),
      report: (deviation) => deviations.push(deviation),
    });
  }

  async function fetchKeys(): Promise<number> {
    const dated = reachability.sending();
    const { status, headers, body } = await fetchJwks(transport, service.jwksUrl, closing.signal);
    if (headers['age'] === undefined) dated(headers['date']);
    if (status !== 200) throw serviceError('answer.status', `status ${status}`, { status });
    const count = keysIn(body);
    if (count === 0) throw serviceError('answer.unreadable', 'no keys', { status });
    return count;
  }

  /** Waits for the keys: their response gives the service's time, with which the till signs. */
  function signed(
    ask: (client: ReturnType<typeof createPaymentService>) => Promise<number>,
    authentication: PaymentAuthentication = tuning.paymentAuthentication ?? 'both',
  ) {
    return once(async () => {
      await keys();
      return account.kind === 'held' ? ask(signedClient(account, authentication)) : 0;
    });
  }

  /** Operation 3: a single payment of the last day. */
  const search = async ({ searchPage }: Pick<PaymentService, 'searchPage'>) =>
    (await searchPage({}, 0, 1, options)).items.length;

  const keys = once(fetchKeys);
  return {
    reachability,
    /** Given without a signed request. */
    keys,
    payments: signed(search),
    byKeyAlone: signed(search, 'key'),
    bySignatureAlone: signed(search, 'signature'),
    /** Of a genuine response, if different from the settings. */
    otherIssuer: () => issuers.find(({ expected, got }) => got !== expected),
    otherValues: () => deviations.filter((one): one is ValueDeviation => one.expected !== undefined),
    /** Operation 9: reads a refund that was never made. The expected response is `refund.not-found`. */
    refunds: signed(async ({ readRefund }) => {
      const [paymentId, refundId] = [unusedId(random) as PaymentId, unusedId(random) as RefundId];
      const error = await errorOf(readRefund(paymentId, refundId, options));
      if (error !== undefined && error.code !== 'refund.not-found') throw error;
      return 0;
    }),
    /** Operation 10: the payouts of today. */
    payouts: signed(async ({ payouts }) => {
      let count = 0;
      for await (const _ of payouts({}, options)) count += 1;
      return count;
    }),
    async close() {
      closing.abort();
      await transport.close();
    },
  };
}

function once(ask: () => Promise<number>): () => Promise<Asked> {
  let asked: Promise<Asked> | undefined;
  return () => {
    asked ??= ask().then(
      (count) => ({ error: undefined, count }),
      (thrown: unknown) => ({ error: toTillError(thrown), count: 0 }),
    );
    return asked;
  };
}

async function errorOf(work: Promise<unknown>): Promise<TillError | undefined> {
  try {
    await work;
    return undefined;
  } catch (thrown) {
    return toTillError(thrown);
  }
}

function patience({ connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs }: TerminalSettings['tuning']) {
  return {
    connectTimeoutMs: Math.min(connectTimeoutMs, LONGEST_MS),
    headersTimeoutMs: Math.min(headersTimeoutMs, LONGEST_MS),
    bodyTimeoutMs: Math.min(bodyTimeoutMs, LONGEST_MS),
  };
}

function keysIn(body: Uint8Array): number {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof parsed === 'object' && parsed !== null && 'keys' in parsed && Array.isArray(parsed.keys))
      return parsed.keys.length;
    return 0;
  } catch (cause) {
    throw serviceError('answer.unreadable', String(cause), { cause });
  }
}

/** Of the service's length, so that no payment or refund has the same id. */
function unusedId(random: Random): string {
  return random.uuid().replaceAll('-', '').slice(0, 24);
}
