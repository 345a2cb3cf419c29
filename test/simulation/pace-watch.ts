import type { HttpRequest } from '../../main/service/transport.ts';
import { isOwnPace, type Subject } from './subjects.ts';
import type { WireUser } from './wire.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** A till asks about one sale once a second on average, whatever fails and whoever presses. */
const MOST_A_MINUTE = 60;
/** Presses come on top of what is due, and may come in a burst. */
const MOST_A_SECOND = 12;

/** Counts what one process sends about one sale or refund: reads, writes and their repeats. */
export class PaceWatch {
  readonly #world: World;
  readonly #sent = new WeakMap<WireUser, Map<string, number[]>>();

  constructor(world: World) {
    this.#world = world;
  }

  sent(user: WireUser, request: HttpRequest, { name }: Subject): void {
    if (!isOwnPace(request)) return;
    const { now } = this.#world.timeline;
    const subjects = this.#sent.get(user) ?? new Map<string, number[]>();
    this.#sent.set(user, subjects);
    const times = (subjects.get(name) ?? []).filter((at) => at > now - MINUTE_MS);
    times.push(now);
    subjects.set(name, times);
    const lastSecond = times.filter((at) => at > now - 1_000).length;
    if (times.length > MOST_A_MINUTE)
      this.#world.fail('too-often', `${times.length} requests about one ${kindOf(name)} within a minute`);
    else if (lastSecond > MOST_A_SECOND)
      this.#world.fail('too-often', `${lastSecond} requests about one ${kindOf(name)} within a second`);
  }
}

function kindOf(name: string): string {
  return name.split(' ')[0] ?? name;
}
