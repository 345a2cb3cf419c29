import type { LogFields } from '../../main/base/log.ts';
import type { PaymentService } from '../../main/domain/payment-service.ts';
import { createPaymentService, type ServiceOptions } from '../../main/service/client.ts';
import { JwksCache } from '../../main/service/jwks-cache.ts';
import { Reachability } from '../../main/service/reachability.ts';
import { createSigner } from '../../main/service/request-signer.ts';
import type { IssuerSeen } from '../../main/service/signature-verifier.ts';
import type { SpecDeviation } from '../../main/service/spec-deviations.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../main/service/transport.ts';
import type { TerminalSettings } from '../../main/settings/settings.ts';
import { createCountingRandom } from '../base/counting-random.ts';
import { ImpatientClock } from '../base/impatient-clock.ts';
import { notingLog } from '../base/noting-log.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { type Claims, createServiceSide, type ServiceSide } from './service-side-signer.ts';
import { config, merchantKey } from './vectors.ts';

/** Returns the service's response to a request; a thrown error is a network error. */
export type Answer = (request: HttpRequest, side: ServiceSide) => HttpResponse | Promise<HttpResponse>;

export interface Till {
  readonly service: PaymentService;
  readonly reachability: Reachability;
  readonly clock: ImpatientClock;
  readonly side: ServiceSide;
  /** The requests sent, except for JWKS requests. */
  readonly sent: HttpRequest[];
  readonly logged: { readonly facts: LogFields; readonly message: string }[];
  readonly deviations: SpecDeviation[];
  readonly issuersSeen: IssuerSeen[];
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

type KeysHeaders = Readonly<Record<string, string>>;

/** Creates the whole client with a service that responds with `answer`, on a clock whose waits take no time. */
export function createTill(
  answer: Answer,
  {
    tuning = {},
    apiKey,
    keysAnswer = () => ({}),
    pathSeen,
  }: {
    tuning?: Record<string, unknown>;
    apiKey?: string | (() => string | undefined);
    /** Headers of the JWKS response; a thrown error is a network error. */
    keysAnswer?: (request: HttpRequest) => KeysHeaders | Promise<KeysHeaders>;
    pathSeen?: ServiceOptions['pathSeen'];
  } = {},
): Till {
  const clock = new ImpatientClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const settings = settingsFor(tuning);
  const reachability = new Reachability(settings.service.baseUrl, clock);
  const side = createServiceSide(() => clock.now());
  const sent: HttpRequest[] = [];
  const logged: Till['logged'] = [];
  const deviations: SpecDeviation[] = [];
  const issuersSeen: IssuerSeen[] = [];
  const log = notingLog((message, facts) => logged.push({ facts, message }));
  const transport: Transport = {
    async send(request) {
      if (request.path === '/keys') return json(200, { keys: [side.jwk] }, await keysAnswer(request));
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
      signingKey: merchantKey,
      claimPrefix: config.claimPrefix,
      profileId: config.profileId,
    }),
    apiKey,
    transport,
    jwks: new JwksCache({ url: settings.service.jwksUrl, transport, clock, log }),
    clock,
    random: createCountingRandom(),
    log,
    reachability,
    issuerSeen: (seen) => issuersSeen.push(seen),
    pathSeen,
    report: (deviation) => deviations.push(deviation),
  });
  return { service, reachability, clock, side, sent, logged, deviations, issuersSeen };
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  const body = value === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

export function text(status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, headers, body: new TextEncoder().encode(body) };
}

export function signed(
  request: HttpRequest,
  side: ServiceSide,
  status: number,
  value: unknown,
  claims: Claims = {},
): HttpResponse {
  const answer = json(status, value);
  const header = request.path.startsWith('/v3/reconciliation') ? 'signature' : 'signaturebank';
  return {
    ...answer,
    headers: { ...answer.headers, [header]: side.detached(side.answer(request.path, claims), answer.body) },
  };
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
