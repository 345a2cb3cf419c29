import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { ProfileDraft } from '../../main/sandbox/accounts.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import type { Sandbox, SandboxOptions } from '../../main/sandbox/options.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { type Access, independentClient } from './client.ts';
import { created, text } from './expectations.ts';

export type ServiceUnderTest = Awaited<ReturnType<typeof startService>>;

/** Starts the embedded service on a real socket, with test controls unavailable to merchants: payer, clock, payout. */
export async function startService(options: SandboxOptions = {}, profile?: ProfileDraft) {
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
    async paid(fields: object = {}) {
      const paymentId = await charge(fields);
      pay(paymentId);
      return paymentId;
    },
    status: async (paymentId: string) => text(await client.readPayment(paymentId), 'status'),
    pay,
    /** Pays at a merchant who acknowledges, and returns the same id. */
    awaitAcknowledgement(paymentId: string) {
      acknowledging(true);
      pay(paymentId);
      acknowledging(false);
      return paymentId;
    },
    otherAccess,
    profile: (draft: ProfileDraft = {}) => independentClient(otherAccess(draft)),
    settleRefunds: () => clock.tick(engine.choices.refundMs),
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** Starts a service for all tests of a file, or a new service for each test. */
export function givenService(to: 'all' | 'each', ...parts: Parameters<typeof startService>): ServiceUnderTest {
  const service = {} as ServiceUnderTest;
  const [before, after] = to === 'all' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => void Object.assign(service, await startService(...parts)));
  after(() => service[Symbol.asyncDispose]());
  return service;
}

/** Registers a new key of the profile at the service, as the merchant's JWKS would. */
function accessTo(
  sandbox: Sandbox,
  clock: VirtualClock,
  { profileId, merchantId, apiKey }: Pick<Sandbox['profile'], 'profileId' | 'merchantId' | 'apiKey'>,
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
