import { createLink, createPaymentService } from '../../main/service/client.ts';
import type { Finding } from '../../main/service/findings.ts';
import { createKeyStore } from '../../main/service/jwks.ts';
import type { LinkFeed } from '../../main/service/link.ts';
import type { ServiceLog } from '../../main/service/log.ts';
import type { PaymentService } from '../../main/service/payment-service.ts';
import { createSigner } from '../../main/service/signer.ts';
import type { Transport, WireAnswer, WireRequest } from '../../main/service/transport.ts';
import { type TerminalSettings, terminalSettings } from '../../main/terminal/settings.ts';
import { createCountingRandom } from '../base/counting-random.ts';
import { ImpatientClock } from '../base/impatient-clock.ts';
import { createServiceSide, type ServiceSide } from './service-key.ts';
import { config, merchantKey } from './vectors.ts';

/** What the service answers; a function sees the request, a thrown error is one of the wire. */
export type Answer = (request: WireRequest, side: ServiceSide) => WireAnswer | Promise<WireAnswer>;

export interface Till {
  readonly service: PaymentService;
  readonly feed: LinkFeed;
  readonly clock: ImpatientClock;
  readonly side: ServiceSide;
  /** What went out, the fetching of keys apart. */
  readonly sent: WireRequest[];
  readonly logged: { readonly facts: Readonly<Record<string, unknown>>; readonly message: string }[];
  readonly findings: Finding[];
}

export const origin = 'https://service.test';

export function settingsFor(tuning: Record<string, unknown> = {}): TerminalSettings {
  return terminalSettings.parse({
    service: {
      environment: 'PREPROD',
      baseUrl: origin,
      jwksUrl: `${origin}/keys`,
      claimPrefix: config.claimPrefix,
      issuer: config.issuer,
    },
    merchant: { merchantId: config.merchantId, profileId: config.profileId },
    shop: { shopId: 'SHOP7', shopName: 'Bakkerij Zoë' },
    pos: { posId: 'POS01' },
    tuning,
  });
}

/** The whole client with a service that answers `answer`, on a clock whose waits take no time. */
export function createTill(
  answer: Answer,
  { tuning = {}, apiKey }: { tuning?: Record<string, unknown>; apiKey?: string | (() => string | undefined) } = {},
): Till {
  const clock = new ImpatientClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const settings = settingsFor(tuning);
  const feed = createLink(settings, clock);
  const side = createServiceSide(() => clock.now());
  const sent: WireRequest[] = [];
  const logged: Till['logged'] = [];
  const findings: Finding[] = [];
  const note: ServiceLog['info'] = (facts, message) => logged.push({ facts, message });
  const log = { info: note, warn: note };
  const transport: Transport = {
    async send(request) {
      if (request.path === '/keys') return json(200, { keys: [side.jwk] });
      sent.push(request);
      return answer(request, side);
    },
    async close() {
      sent.length = 0;
    },
  };
  const service = createPaymentService({
    settings,
    signer: createSigner({
      privateJwk: merchantKey,
      claimPrefix: config.claimPrefix,
      profileId: config.profileId,
    }),
    apiKey,
    transport,
    jwks: createKeyStore({ url: settings.service.jwksUrl, transport, clock, log }),
    clock,
    random: createCountingRandom(),
    log,
    link: feed,
    report: (finding) => findings.push(finding),
  });
  return { service, feed, clock, side, sent, logged, findings };
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  const body = value === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

export function text(status: number, body: string, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  return { status, headers, body: new TextEncoder().encode(body) };
}

/** An answer of the Refund or Reconciliation API, signed. */
export function signed(request: WireRequest, side: ServiceSide, status: number, value: unknown): WireAnswer {
  const answer = json(status, value);
  const header = request.path.startsWith('/v3/reconciliation') ? 'signature' : 'signaturebank';
  return {
    ...answer,
    headers: { ...answer.headers, [header]: side.detached(side.answer(request.path), answer.body) },
  };
}

/** Everything that a list tells. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const told: T[] = [];
  for await (const item of items) told.push(item);
  return told;
}
