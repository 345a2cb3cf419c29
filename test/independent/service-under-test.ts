import { generateKeyPairSync } from 'node:crypto';
import { startSandbox } from '../../main/sandbox/index.ts';
import type { ProfileDraft, Sandbox, SandboxOptions } from '../../main/sandbox/options.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { type Access, type IndependentClient, independentClient } from './client.ts';

/** The embedded service over a real socket, and the levers that no merchant has: the payer, the clock, the payout. */
export interface ServiceUnderTest extends AsyncDisposable {
  readonly client: IndependentClient;
  readonly access: Access;
  readonly clock: VirtualClock;
  readonly sandbox: Sandbox;
  readonly payer: {
    scan(paymentId: string): Promise<void>;
    /** Scans, confirms, and lets the payment succeed. */
    pay(paymentId: string): Promise<void>;
    /** Scans, and the bank refuses. */
    failAtBank(paymentId: string): Promise<void>;
    /** Scans and confirms at a merchant who acknowledges; answers with the same id. */
    awaitAcknowledgement(paymentId: string): Promise<string>;
  };
  /** Somebody else's credentials. */
  otherAccess(): Promise<Access>;
  otherMerchant(): Promise<IndependentClient>;
  /** A profile of its own, with these settings. */
  profile(draft: ProfileDraft): Promise<IndependentClient>;
  /** Lets the refunds under way end. */
  settleRefunds(): Promise<void>;
  failRefund(refundId: string): Promise<void>;
  runPayout(): Promise<void>;
}

export async function startService(options: SandboxOptions = {}): Promise<ServiceUnderTest> {
  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const sandbox = await startSandbox({ clock, ...options });
  const { profileId, merchantId, apiKey } = sandbox.profile;
  const access = accessTo(sandbox, clock, { profileId, merchantId, apiKey });
  const { payer, engine } = sandbox;

  const confirm = (paymentId: string) => {
    payer.scan(paymentId);
    payer.confirm(paymentId);
    clock.tick(engine.choices.settleMs);
  };
  const acknowledging = (on: boolean) => {
    const profile = engine.store.profiles.get(profileId);
    if (profile) engine.putProfile({ ...profile, acknowledgement: on });
  };
  const otherAccess = async () => accessTo(sandbox, clock, sandbox.addProfile({}));

  return {
    access,
    clock,
    sandbox,
    client: independentClient(access),
    payer: {
      scan: async (paymentId) => void payer.scan(paymentId),
      pay: async (paymentId) => confirm(paymentId),
      async failAtBank(paymentId) {
        payer.scan(paymentId);
        payer.bankRefuses(paymentId);
      },
      async awaitAcknowledgement(paymentId) {
        acknowledging(true);
        confirm(paymentId);
        acknowledging(false);
        return paymentId;
      },
    },
    otherAccess,
    profile: async (draft) => independentClient(accessTo(sandbox, clock, sandbox.addProfile(draft))),
    otherMerchant: async () => independentClient(await otherAccess()),
    settleRefunds: async () => clock.tick(engine.choices.refundMs),
    failRefund: async (refundId) => engine.endRefund(refundId, 'FAILED'),
    runPayout: async () => void engine.runPayout(),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** A key of this profile's own, made known to the service as the merchant's JWKS would. */
function accessTo(
  sandbox: Sandbox,
  clock: VirtualClock,
  { profileId, merchantId, apiKey }: { profileId: string; merchantId: string; apiKey: string },
): Access {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = `till-${profileId}`;
  sandbox.registerKey(profileId, { ...publicKey.export({ format: 'jwk' }), kid });
  const { baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
  return {
    ...{ baseUrl, jwksUrl, claimPrefix, issuer, merchantId, profileId, apiKey, kid, privateKey },
    now: () => new Date(clock.now()),
  };
}
