import { setTimeout as pause } from 'node:timers/promises';
import { FIRST, projectSome } from './projector.ts';

type ProjectOptions = Parameters<typeof projectSome>[0];

/** Other collectors of the database take events too, and say nothing of it. */
const LOOK_MS = 1_000;
const AFTER_FAULT_MS = 5_000;

/** Keeps the projections up with the events until it is stopped. A fault is told, and it goes on after a while. */
export function keepUp(options: ProjectOptions & { onFault(fault: Error): void }): {
  /** Events have come: it looks at once. */
  look(): void;
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let wake = new AbortController();
  const rest = (ms: number) => {
    wake = new AbortController();
    return pause(ms, undefined, { signal: AbortSignal.any([wake.signal, stopping.signal]) }).catch(() => undefined);
  };
  const run = async () => {
    let place = FIRST;
    while (!stopping.signal.aborted) {
      try {
        const some = await projectSome(options, place);
        place = some?.next ?? FIRST;
        if (some === undefined || some.isDone) await rest(LOOK_MS);
      } catch (thrown) {
        options.onFault(thrown as Error);
        place = FIRST;
        await rest(AFTER_FAULT_MS);
      }
    }
  };
  const running = run();
  return {
    look: () => wake.abort(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
