import { randomUUID } from 'node:crypto';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import type { PaymentService } from '../../main/domain/payment-service.ts';
import type { Choices, Sandbox } from '../../main/sandbox/index.ts';
import { createPaymentService } from '../../main/service/client.ts';
import { JwksCache } from '../../main/service/jwks-cache.ts';
import { Reachability } from '../../main/service/reachability.ts';
import { createSigner } from '../../main/service/request-signer.ts';
import { makeSigningKey, signingKey } from '../../main/service/signing-key.ts';
import { createUndiciTransport } from '../../main/service/undici-transport.ts';
import type { TerminalSettings } from '../../main/settings/settings.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';

/** Fixed options: their alternatives refuse some operations, or need a setting or an approval at the till. */
export const pinnedPoints: Partial<Choices> = {
  bothCredentials: 'both-must-hold',
  paymentKeys: 'known',
  refundsOf: 'any-payment',
  reconciliationFrom: 'at-once',
  refundRequestIssuer: 'issuer-name',
  responsePathClaim: 'request',
  payoutClosing: 'utc',
};

interface Access {
  readonly baseUrl: string;
  readonly jwksUrl: string;
  readonly claimPrefix: string;
  readonly issuer: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly apiKey: string;
  /** Private JWK of the till. */
  readonly signingKey: Readonly<Record<string, unknown>>;
}

/** Returns the access data of a till of this profile and registers its public key with the service. */
export function accessTo(sandbox: Sandbox, owner: Sandbox['profile'] = sandbox.profile): Access {
  const { baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
  const { profileId, merchantId, apiKey } = owner;
  const signingKey = makeSigningKey(`till-${randomUUID()}`);
  const { d: _private, ...publicKey } = signingKey;
  sandbox.registerKey(profileId, publicKey);
  return { baseUrl, jwksUrl, claimPrefix, issuer, profileId, merchantId, apiKey, signingKey };
}

export type OurClient = ReturnType<typeof ourClient>;

const log = { info: () => undefined, warn: () => undefined };

/** The till's client as the app builds it, over real sockets. */
export function ourClient(access: Access, tuning: Partial<TerminalSettings['tuning']> = {}) {
  const { baseUrl, jwksUrl, claimPrefix, issuer, merchantId, profileId } = access;
  const settings = terminalSettings.parse({
    service: { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer },
    merchant: { merchantId, profileId },
    shop: { shopId: 'SHOP7', shopName: 'Bakkerij Zoë' },
    pos: { posId: 'POS01' },
    tuning,
  });
  const transport = createUndiciTransport(settings.tuning);
  const keys = new JwksCache({ url: jwksUrl, transport, clock: systemClock, log });
  const service: PaymentService = createPaymentService({
    settings,
    signer: createSigner({ signingKey: signingKey.parse(access.signingKey), claimPrefix, profileId }),
    apiKey: access.apiKey,
    transport,
    jwks: keys,
    clock: systemClock,
    random: systemRandom,
    log,
    reachability: new Reachability(settings.service.baseUrl, systemClock),
  });
  return { service, settings, keys, [Symbol.asyncDispose]: () => transport.close() };
}
