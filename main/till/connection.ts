import type { Clock, Random } from '../base/clock.ts';
import { createLink, createPaymentService, createServiceVerifier } from '../service/client.ts';
import type { Finding } from '../service/findings.ts';
import { createKeyStore, type KeyCache } from '../service/jwks.ts';
import { keyFile } from '../service/key-memory.ts';
import type { LinkFeed } from '../service/link.ts';
import type { PaymentService } from '../service/payment-service.ts';
import { createSigner } from '../service/signer.ts';
import type { SigningKey } from '../service/signing-key.ts';
import { createUndiciTransport } from '../service/undici-transport.ts';
import type { Verifier } from '../service/verify.ts';
import type { Log } from '../support/log.ts';
import { serviceLog } from '../support/service-log.ts';
import type { TerminalSettings } from '../terminal/settings.ts';
import { createIssuerWatch, type IssuerWatch } from './issuer-watch.ts';

export interface ConnectionOptions {
  readonly settings: TerminalSettings;
  readonly signingKey: SigningKey;
  readonly apiKey: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Keeps the service's public keys over a restart; without it they are fetched anew. */
  readonly keysFile?: string;
}

/** One terminal's way to the payment service. */
export interface Connection {
  readonly service: PaymentService;
  readonly feed: LinkFeed;
  /** Verifies what the service signs: answers and callbacks. */
  readonly verifier: Verifier;
  readonly keys: Pick<KeyCache, 'trouble' | 'refresh' | 'onChange'>;
  /** What the service signs as, where that is not what the till expects. */
  readonly issuers: Pick<IssuerWatch, 'notices' | 'onChange'>;
  /** Told of what answers and callbacks hold beyond the specification. */
  readonly report: (finding: Finding) => void;
  close(): Promise<void>;
}

/** Builds the client from settings and secrets; nothing is sent yet. Errors: `invalid.signing-key.*`. */
export function connect(options: ConnectionOptions): Connection {
  const { settings, clock, random } = options;
  const log = serviceLog(options.log);
  const transport = createUndiciTransport(settings.tuning);
  const memory = options.keysFile === undefined ? undefined : keyFile(options.keysFile, log);
  const keys = createKeyStore({ url: settings.service.jwksUrl, transport, clock, log, memory });
  const report = ({ api, kind, where, value }: Finding) =>
    log.info(
      { code: `${api}.${kind}`, path: where, ...(value === undefined ? {} : { status: value }) },
      kind === 'missing' ? 'Required by the specification, and not there' : 'Not in the specification',
    );
  const feed = createLink(settings, clock);
  const issuers = createIssuerWatch();
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
    jwks: keys,
    clock,
    random,
    log,
    link: feed,
    issuerSeen: issuers.seen,
    report,
  });
  const verifier = createServiceVerifier(settings, keys, issuers.seen);
  return { service, feed, verifier, keys, issuers, report, close: () => transport.close() };
}
