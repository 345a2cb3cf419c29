import { parentPort, workerData } from 'node:worker_threads';
import { type Sandbox, startSandbox } from '../../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf, type SigningKey } from '../../../main/service/signing-key.ts';

/** Runs the payment service in a separate thread, with payments in every state in which a till can stop. */

export const meanwhile = ['paid', 'refused by the payer', 'refused by the bank', 'scanned', 'nothing'] as const;

export interface OpenPayment {
  readonly paymentId: string;
  readonly reference: string;
  readonly amount: number;
  readonly meanwhile: (typeof meanwhile)[number];
}

export interface OpenService extends Pick<Sandbox, 'baseUrl' | 'jwksUrl' | 'claimPrefix' | 'issuer' | 'profile'> {
  readonly signingKey: SigningKey;
  readonly payments: readonly OpenPayment[];
}

const { count } = workerData as { readonly count: number };
const sandbox = await startSandbox({ pace: { settleMs: 3_600_000, lifetimeMs: 3_600_000 } });
const { engine, payer, profile } = sandbox;
const signingKey = makeSigningKey('bench');
sandbox.registerKey(profile.profileId, publicHalf(signingKey));
const caller = engine.signer(profile.profileId);
if (caller === undefined) throw new Error('The service has no profile.');

const payments = Array.from({ length: count }, (_, index): OpenPayment => {
  const ask = {
    amount: 100 + index,
    currency: 'EUR',
    reference: `TILL42-261120-1234${String(index).padStart(4, '0')}`,
  };
  const { body } = engine.handle({ caller, operation: 'createPayment', body: ask });
  const { paymentId } = body as { readonly paymentId: string };
  const fate = meanwhile[index % meanwhile.length] ?? 'nothing';
  play(paymentId, fate);
  return { paymentId, reference: ask.reference, amount: ask.amount, meanwhile: fate };
});
const { baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
const service = { baseUrl, jwksUrl, claimPrefix, issuer, profile, signingKey, payments };
parentPort?.postMessage(service satisfies OpenService);

function play(paymentId: string, fate: OpenPayment['meanwhile']): void {
  if (fate === 'nothing') return;
  if (fate === 'refused by the payer') {
    payer.refuse(paymentId);
    return;
  }
  payer.scan(paymentId);
  if (fate === 'refused by the bank') payer.bankRefuses(paymentId);
  if (fate !== 'paid') return;
  payer.confirm(paymentId);
  engine.settle(paymentId);
}
