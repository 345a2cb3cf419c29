import { systemClock } from '../../main/base/clock.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import { fieldsForService } from '../settings/fields-for-service.ts';
import type { OperationUnderKill, WirePoint } from './points-of-each-operation.ts';

/** Delay that identifies the held request to the clock below: longer than any delay of the service. */
const HELD_MS = 3_600_001;

/** The service of one run. Can hold one request and reports the hold. */
export interface HeldService {
  readonly sandbox: Sandbox;
  readonly held: Promise<() => void>;
  /** Holds the next request of this operation at the given point. */
  hold(operation: OperationUnderKill, at: WirePoint): void;
  /** Returns the text of a provisioning file for a till of this service. */
  provisioning(): string;
}

const operationNames = {
  create: 'createStaticQrPayment',
  cancel: 'cancelPayment',
  acknowledge: 'acknowledgePayment',
  refund: 'createRefund',
} as const;

export async function startHeldService(options: { readonly acknowledgement: boolean }): Promise<HeldService> {
  const held = Promise.withResolvers<() => void>();
  const sandbox = await startSandbox({
    clock: {
      now: systemClock.now,
      after(ms, task) {
        if (ms !== HELD_MS) return systemClock.after(ms, task);
        held.resolve(task);
        return () => undefined;
      },
    },
    pace: { settleMs: 0, refundMs: 0, lifetimeMs: 300_000 },
    profiles: [{ acknowledgement: options.acknowledgement }],
  });
  const signingKey = makeSigningKey('till-under-kill');
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(signingKey));
  return {
    sandbox,
    held: held.promise,
    hold(operation, at) {
      const name = operationNames[operation];
      sandbox.faults.inject({ operation: name, kind: 'latency', ms: HELD_MS, afterActing: at === 'acted' });
      if (at === 'never-acts') sandbox.faults.inject({ operation: name, kind: 'reset-before' });
    },
    provisioning: () =>
      JSON.stringify({ ...fieldsForService(sandbox), keys: { signingKey, apiKey: sandbox.profile.apiKey } }),
  };
}
