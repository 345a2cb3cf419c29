import { generateKeyPairSync } from 'node:crypto';
import type { ProfileDraft } from '../../main/sandbox/accounts.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import type { Sandbox, SandboxOptions } from '../../main/sandbox/options.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { type Access, type IndependentClient, independentClient } from './client.ts';
import { created, text } from './expectations.ts';

/** The embedded service over a real socket, and the levers that no merchant has: the payer, the clock, the payout. */
export interface ServiceUnderTest extends AsyncDisposable {
  readonly client: IndependentClient;
  readonly access: Access;
  readonly clock: VirtualClock;
  readonly sandbox: Sandbox;
  /** What the service logged, oldest first. */
  readonly log: readonly { readonly fields: Record<string, unknown>; readonly message: string }[];
  /** A static-QR payment that waits; answers with its id. */
  charge(fields?: object): Promise<string>;
  /** A payment that succeeded; answers with its id. */
  paid(fields?: object): Promise<string>;
  status(paymentId: string): Promise<string>;
  /** Scans, confirms, and lets the payment go on as it would. */
  pay(paymentId: string): void;
  /** Pays at a merchant who acknowledges; answers with the same id. */
  awaitAcknowledgement(paymentId: string): string;
  /** Somebody else's credentials, or those of a profile with these settings. */
  otherAccess(draft?: ProfileDraft): Access;
  profile(draft?: ProfileDraft): IndependentClient;
  /** Lets the refunds under way end. */
  settleRefunds(): void;
}

interface Owner {
  readonly profileId: string;
  readonly merchantId: string;
  readonly apiKey: string;
}

export async function startService(options: SandboxOptions = {}, profile?: ProfileDraft): Promise<ServiceUnderTest> {
  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const log: { fields: Record<string, unknown>; message: string }[] = [];
  const note = (fields: object, message: string) => void log.push({ fields: { ...fields }, message });
  const profiles = profile === undefined ? {} : { profiles: [profile] };
  const sandbox = await startSandbox({ clock, log: { info: note, warn: note }, ...profiles, ...options });
  const access = accessTo(sandbox, clock, sandbox.profile);
  const client = independentClient(access);
  const { payer, engine } = sandbox;
  const otherAccess = (draft: ProfileDraft = {}) => accessTo(sandbox, clock, sandbox.addProfile(draft));

  const pay = (paymentId: string) => {
    payer.scan(paymentId, { name: 'Zoë', iban: 'BE68539007547034' });
    payer.confirm(paymentId);
    engine.settle(paymentId);
  };
  const acknowledging = (acknowledgement: boolean) => {
    const own = engine.store.profiles.get(access.profileId);
    if (own) engine.putProfile({ ...own, acknowledgement });
  };
  const charge = async (fields: object = {}) =>
    created(await client.createStaticQr({ posId: 'POS1', amount: 1250, reference: 'REF-1', ...fields }));

  return {
    access,
    client,
    clock,
    log,
    sandbox,
    charge,
    async paid(fields) {
      const paymentId = await charge(fields);
      pay(paymentId);
      return paymentId;
    },
    status: async (paymentId) => text(await client.readPayment(paymentId), 'status'),
    pay,
    awaitAcknowledgement(paymentId) {
      acknowledging(true);
      pay(paymentId);
      acknowledging(false);
      return paymentId;
    },
    otherAccess,
    profile: (draft) => independentClient(otherAccess(draft)),
    settleRefunds: () => clock.tick(engine.choices.refundMs),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** A key of this profile's own, made known to the service as the merchant's JWKS would. */
export function accessTo(sandbox: Sandbox, clock: VirtualClock, { profileId, merchantId, apiKey }: Owner): Access {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = `till-${profileId}`;
  sandbox.registerKey(profileId, { ...publicKey.export({ format: 'jwk' }), kid });
  const { baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
  return {
    ...{ baseUrl, jwksUrl, claimPrefix, issuer, merchantId, profileId, apiKey, kid, privateKey },
    now: () => new Date(clock.now()),
  };
}
