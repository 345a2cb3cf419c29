import type { ShiftableClock } from '../clock.ts';
import type { FaultQueue } from './fault-injection.ts';
import type { Listener } from './server.ts';
import type { ServiceKeys } from './service-keys.ts';

export type Faults = ReturnType<typeof createFaults>;

export function createFaults(parts: {
  readonly queue: FaultQueue;
  readonly serviceKeys: ServiceKeys;
  readonly clock: ShiftableClock;
  readonly signing: { current: string };
  readonly listener: Listener;
  readonly delay: (ms: number) => Promise<void>;
}) {
  const { queue, serviceKeys, clock, signing, listener, delay } = parts;
  let outages = 0;
  const comeUp = (): Promise<void> => {
    outages += 1;
    return listener.listen();
  };
  return {
    ...queue,
    rotateKeys: serviceKeys.rotate,
    /** Shifts the service's clock in ms, for all messages and checks. */
    setClockOffset: clock.setOffset,
    get clockOffset() {
      return clock.offset();
    },
    /** Signs with a different issuer name from now on. Requests may carry either name. */
    signAs(issuer: string) {
      signing.current = issuer;
    },
    get issuer() {
      return signing.current;
    },
    /** Refuses and ends connections, for `forMs` unless changed meanwhile, or until `comeUp`. */
    async goDown(forMs?: number) {
      outages += 1;
      const mine = outages;
      await listener.stop();
      if (forMs !== undefined) void delay(forMs).then(() => (mine === outages ? comeUp() : undefined));
    },
    comeUp,
    get isDown() {
      return !listener.isListening();
    },
  };
}

export function recased(name: string): string {
  const capitals = name.toUpperCase();
  return capitals === name ? name.toLowerCase() : capitals;
}
