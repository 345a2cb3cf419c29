import { TillError } from '../base/till-error.ts';
import type { PaymentService } from '../domain/payment-service.ts';
import type { KeyStore } from './jwks-cache.ts';
import { createPaymentApi } from './payment-api.ts';
import {
  createRawLists,
  createReconciliationApi,
  createReconciliationLists,
  type RawLists,
  type ReconciliationLists,
} from './reconciliation-lists.ts';
import { createRefundApi } from './refund-api.ts';
import type { IssuerSeen } from './signature-verifier.ts';
import { createVerifier, type Verifier } from './signature-verifier.ts';
import { type ExchangeOptions, SignedExchange } from './signed-exchange.ts';
import { createSpecDeviations, type SpecDeviation } from './spec-deviations.ts';
import { createTimeQuestion } from './time-question.ts';

interface ClientSettings {
  readonly service: {
    readonly environment: 'PREPROD' | 'PROD';
    readonly baseUrl: string;
    readonly jwksUrl: string;
    readonly claimPrefix: string;
    readonly issuer: string;
  };
  readonly merchant: { readonly merchantId: string; readonly profileId: string };
  readonly tuning: Pick<ExchangeOptions, TuningOption> & {
    /** Largest accepted difference between a signature's time of issue and now. */
    readonly toleranceSeconds: number;
    readonly callbackThumbprint?: 'when-present' | 'required' | undefined;
  };
}

type TuningOption =
  | 'pathClaim'
  | 'pathClaimPrefix'
  | 'reconciliationIssuer'
  | 'paymentAuthentication'
  | 'refundRequestIssuer'
  | 'responsePaths';

export interface ServiceOptions
  extends Pick<ExchangeOptions, 'signer' | 'transport' | 'clock' | 'random' | 'log' | 'reachability' | 'pathSeen'> {
  readonly settings: ClientSettings;
  /** Bearer token; a function is called for each request. */
  readonly apiKey?: string | (() => string | undefined) | undefined;
  readonly jwks: KeyStore;
  readonly issuerSeen?: ((seen: IssuerSeen) => void) | undefined;
  readonly report?: ((deviation: SpecDeviation) => void) | undefined;
}

export function createPaymentService(options: ServiceOptions): PaymentService & ReconciliationLists & RawLists {
  const { service, merchant, tuning } = options.settings;
  const exchange = new SignedExchange({
    ...options,
    ...service,
    ...tuning,
    merchantId: merchant.merchantId,
    apiKey: apiKeyOf(options.apiKey),
    verifier: createServiceVerifier(options.settings, options.jwks, options.issuerSeen),
    time: createTimeQuestion({ ...options, url: service.jwksUrl }),
  });
  const reconciliation = createSpecDeviations('reconciliation', options.report);
  return {
    ...createPaymentApi(exchange, createSpecDeviations('payment', options.report), merchant),
    ...createRefundApi(exchange, createSpecDeviations('refund', options.report)),
    ...createReconciliationApi(exchange, reconciliation),
    ...createReconciliationLists(exchange, reconciliation),
    ...createRawLists(exchange),
  };
}

export function createServiceVerifier(
  { service, merchant, tuning }: ClientSettings,
  keys: KeyStore,
  issuerSeen?: (seen: IssuerSeen) => void,
): Verifier {
  return createVerifier({
    claimPrefix: service.claimPrefix,
    issuer: service.issuer,
    profileId: merchant.profileId,
    toleranceMs: tuning.toleranceSeconds * 1_000,
    keys,
    callbackThumbprint: tuning.callbackThumbprint,
    keyChoice: service.environment === 'PREPROD' ? 'fitting' : 'named',
    issuerSeen,
  });
}

function apiKeyOf(given: ServiceOptions['apiKey']): () => string | undefined {
  const ask = typeof given === 'function' ? given : () => given;
  return () => {
    const key = ask();
    if (key === undefined || key === '') return undefined;
    if (/^[\x21-\x7e]+$/.test(key)) return key;
    throw new TillError('invalid.api-key.character', 'API key with a character not allowed in a header.', {
      field: 'apiKey',
    });
  };
}
