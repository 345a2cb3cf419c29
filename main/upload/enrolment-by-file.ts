import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { type TillError, toTillError } from '../base/till-error.ts';
import type { State } from '../identity/sealed-record.ts';

interface EnrolmentByFileParts {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  /** The enrolment that a provisioning file requests; undefined without a request, or once enrolled. */
  wanted(): State['joining'];
  enrol(wanted: NonNullable<State['joining']>): Promise<void>;
}

const AGAIN_MS = 60_000;

/** Enrols a till whose provisioning file has a code. Retries while the collector is unreachable. */
export function createEnrolmentByFile({ clock, log, wanted, enrol }: EnrolmentByFileParts) {
  let tried: string | undefined;
  let problem: TillError | undefined;
  let cancel: (() => void) | undefined;

  async function attempt(): Promise<void> {
    cancel = undefined;
    const asked = wanted();
    if (asked === undefined) return;
    tried = asked.privateKey;
    try {
      await enrol(asked);
      problem = undefined;
    } catch (thrown) {
      problem = toTillError(thrown);
      log.warn(problem);
      if (problem.retryable) cancel = clock.after(AGAIN_MS, () => void attempt());
    }
  }

  return {
    /** Called after each save: a provisioning file may have been imported. */
    follow(): void {
      const asked = wanted();
      if (asked === undefined || asked.privateKey === tried) return;
      cancel?.();
      void attempt();
    },
    view() {
      const asked = wanted();
      return asked && { address: asked.address, problem: problem?.toView() };
    },
    close: () => cancel?.(),
  };
}
