import type { Clock, Random } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { PaymentService } from '../domain/payment-service.ts';
import { createPaymentService, createServiceVerifier } from '../service/client.ts';
import { JwksCache } from '../service/jwks-cache.ts';
import { createJwksFile, type JwksSeal } from '../service/jwks-file.ts';
import { Reachability } from '../service/reachability.ts';
import type { RawLists, ReconciliationLists } from '../service/reconciliation-lists.ts';
import { createSigner, type Signer } from '../service/request-signer.ts';
import type { IssuerSeen, Verifier } from '../service/signature-verifier.ts';
import type { SigningKey } from '../service/signing-key.ts';
import type { SpecDeviation, ValueDeviation } from '../service/spec-deviations.ts';
import { createUndiciTransport, type SystemNetwork } from '../service/undici-transport.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import { createResponsePathWatch, type ResponsePathWatch } from './accepted-response-path.ts';

export interface ConnectionOptions {
  readonly settings: TerminalSettings;
  readonly signingKey: SigningKey;
  readonly apiKey: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Stores the service's public keys, otherwise fetched at each start. */
  readonly keysFile?: { readonly path: string; readonly seal: JwksSeal };
  /** The system's proxies and certificates; unused in training. */
  readonly network?: Pick<SystemNetwork, 'resolveProxy' | 'certificates'> | undefined;
}

export interface Connection {
  readonly service: PaymentService & ReconciliationLists & RawLists;
  readonly reachability: Reachability;
  readonly verifier: Verifier;
  readonly keys: Pick<JwksCache, 'trouble' | 'refresh' | 'onChange'>;
  readonly responsePaths: Pick<ResponsePathWatch, 'others' | 'onChange'>;
  readonly report: (deviation: SpecDeviation) => void;
  /** Response values different from the till's own, for the checks. */
  readonly otherValues: readonly ValueDeviation[];
  /** Signs later requests with these keys of the same account. Pending requests keep their signature. */
  signWith(keys: Pick<ConnectionOptions, 'signingKey' | 'apiKey'>): void;
  close(): Promise<void>;
}

/** Builds the client from settings and secrets; sends nothing yet. Throws `TillError` `invalid.signing-key.*`. */
export function createConnection(options: ConnectionOptions): Connection {
  const { settings, clock, random } = options;
  const log = options.log;
  const transport = createUndiciTransport(settings.tuning, { ...options.network, log });
  const { keysFile } = options;
  const memory = keysFile && createJwksFile(keysFile.path, keysFile.seal, log);
  const keys = new JwksCache({ url: settings.service.jwksUrl, transport, clock, log, memory });
  const otherValues: ValueDeviation[] = [];
  const report = (deviation: SpecDeviation) => {
    const { api, kind, where, value, expected } = deviation;
    if (value !== undefined && expected !== undefined) otherValues.push({ ...deviation, value, expected });
    log.info(
      kind === 'missing'
        ? 'Response field required by the specification missing'
        : 'Response field or value not in the specification',
      {
        code: `${api}.${kind}`,
        ...(kind === 'field' ? { member: where.slice(0, where.lastIndexOf('.')), name: where } : { member: where }),
        status: kind === 'value' ? value : undefined,
      },
    );
  };
  const reachability = new Reachability(settings.service.baseUrl, clock);
  const responsePaths = createResponsePathWatch();
  const issuerSeen = issuerLog(log);
  const signerWith = (signingKey: SigningKey) =>
    createSigner({
      signingKey,
      claimPrefix: settings.service.claimPrefix,
      profileId: settings.merchant.profileId,
    });
  let { apiKey } = options;
  let inUse = signerWith(options.signingKey);
  const signer: Signer = {
    get kid() {
      return inUse.kid;
    },
    sign: (claims, body) => inUse.sign(claims, body),
  };
  const service = createPaymentService({
    settings,
    signer,
    apiKey: () => apiKey,
    transport,
    jwks: keys,
    clock,
    random,
    log,
    reachability,
    issuerSeen,
    pathSeen: responsePaths.seen,
    report,
  });
  const verifier = createServiceVerifier(settings, keys, issuerSeen);
  return {
    service,
    reachability,
    verifier,
    keys,
    responsePaths,
    report,
    otherValues,
    signWith(given) {
      inUse = signerWith(given.signingKey);
      apiKey = given.apiKey;
    },
    close: () => transport.close(),
  };
}

/** Logs a deviating issuer once per connection; the issuer is accepted. */
function issuerLog(log: Log): (seen: IssuerSeen) => void {
  let logged = false;
  return ({ expected, got }) => {
    if (logged || got === expected) return;
    logged = true;
    log.info('Issuer of the payment service differs in case');
  };
}
