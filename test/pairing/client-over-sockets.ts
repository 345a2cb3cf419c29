import { systemClock, systemRandom } from '../../main/base/clock.ts';
import type { PaymentService } from '../../main/domain/payment-service.ts';
import { createPaymentService } from '../../main/service/client.ts';
import { JwksCache, type KeyStore } from '../../main/service/jwks-cache.ts';
import { createReachability } from '../../main/service/reachability.ts';
import { createSigner } from '../../main/service/request-signer.ts';
import { signingKey } from '../../main/service/signing-key.ts';
import { createUndiciTransport } from '../../main/service/undici-transport.ts';
import { type TerminalSettings, terminalSettings } from '../../main/settings/settings.ts';

/** The till's client as the app builds it, over real sockets. */
export interface OurClient extends AsyncDisposable {
  readonly service: PaymentService;
  readonly settings: TerminalSettings;
  readonly keys: KeyStore;
}

export interface OurAccess {
  readonly baseUrl: string;
  readonly jwksUrl: string;
  readonly claimPrefix: string;
  readonly issuer: string;
  readonly merchantId: string;
  readonly profileId: string;
  /** The till's own private JWK. */
  readonly signingKey: Readonly<Record<string, unknown>>;
  readonly apiKey?: string | undefined;
}

const log = { info: () => undefined, warn: () => undefined };

export function ourClient(access: OurAccess, tuning: Partial<TerminalSettings['tuning']> = {}): OurClient {
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
  const service = createPaymentService({
    settings,
    signer: createSigner({ signingKey: signingKey.parse(access.signingKey), claimPrefix, profileId }),
    apiKey: access.apiKey,
    transport,
    jwks: keys,
    clock: systemClock,
    random: systemRandom,
    log,
    reachability: createReachability(settings.service.baseUrl, systemClock),
  });
  return { service, settings, keys, [Symbol.asyncDispose]: () => transport.close() };
}
