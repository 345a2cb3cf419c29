import { setTimeout as pause } from 'node:timers/promises';
import { FIRST, projectSome } from './projector.ts';

type ProjectOptions = Parameters<typeof projectSome>[0];

/** Long enough to bundle events of many tills, short enough for a reader of the page. */
const PAUSE_MS = 500;
const AFTER_FAULT_MS = 5_000;

/** Reports a fault and retries after a pause. */
export function keepUp(options: ProjectOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
  const run = async () => {
    let place = FIRST;
    while (!signal.aborted) {
      try {
        const some = await projectSome(options, place);
        place = some?.next ?? FIRST;
        if (some === undefined || some.isDone) await rest(PAUSE_MS);
      } catch (thrown) {
        options.onFault(thrown as Error);
        place = FIRST;
        await rest(AFTER_FAULT_MS);
      }
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
