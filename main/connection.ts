import type { Clock, Random } from './clock.ts';
import { createLink, createPaymentService, createServiceVerifier } from './service/client.ts';
import { createKeyStore } from './service/jwks.ts';
import type { LinkFeed } from './service/link.ts';
import type { PaymentService } from './service/payment-service.ts';
import { createSigner } from './service/signer.ts';
import { createUndiciTransport } from './service/undici-transport.ts';
import type { Verifier } from './service/verify.ts';
import type { Log } from './support/log.ts';
import { serviceLog } from './support/service-log.ts';
import type { TerminalSettings } from './terminal/settings.ts';
import type { SigningKey } from './terminal/signing-key.ts';

export interface ConnectionOptions {
  readonly settings: TerminalSettings;
  readonly signingKey: SigningKey;
  readonly apiKey: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** One terminal's way to the payment service. */
export interface Connection {
  readonly service: PaymentService;
  readonly feed: LinkFeed;
  /** Verifies what the service signs: answers and callbacks. */
  readonly verifier: Verifier;
  close(): Promise<void>;
}

/** Builds the client from settings and secrets; nothing is sent yet. Errors: `invalid.signing-key.*`. */
export function connect(options: ConnectionOptions): Connection {
  const { settings, clock, random } = options;
  const log = serviceLog(options.log);
  const transport = createUndiciTransport(settings.tuning);
  const jwks = createKeyStore({ url: settings.service.jwksUrl, transport, clock, log });
  const feed = createLink(settings, clock);
  const signer = createSigner({
    privateJwk: options.signingKey,
    claimPrefix: settings.service.claimPrefix,
    profileId: settings.merchant.profileId,
  });
  const service = createPaymentService({
    settings,
    signer,
    apiKey: options.apiKey,
    transport,
    jwks,
    clock,
    random,
    log,
    link: feed,
    report: ({ api, kind, where, value }) =>
      log.info(
        { code: `${api}.${kind}`, path: where, ...(value === undefined ? {} : { status: value }) },
        'Not in the specification',
      ),
  });
  return { service, feed, verifier: createServiceVerifier(settings, jwks), close: () => transport.close() };
}
