import { VirtualClock } from './virtual-clock.ts';

/** A clock on which every wait is over as soon as it begins; `waits` says how long each was. */
export class ImpatientClock extends VirtualClock {
  readonly waits: number[] = [];

  override after(ms: number, task: () => void): () => void {
    this.waits.push(ms);
    const cancel = super.after(ms, task);
    queueMicrotask(() => this.tick(ms));
    return cancel;
  }
}
