import { VirtualClock } from './virtual-clock.ts';

/** A clock whose waits end at once; `waits` lists their durations, ms. */
export class ImpatientClock extends VirtualClock {
  readonly waits: number[] = [];

  override after(ms: number, task: () => void): () => void {
    this.waits.push(ms);
    const cancel = super.after(ms, task);
    queueMicrotask(() => this.tick(ms));
    return cancel;
  }
}
