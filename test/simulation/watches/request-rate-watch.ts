import type { HttpRequest } from '../../../main/service/transport.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { World } from '../world/simulated-world.ts';
import { isSentByItself, type Subject } from './request-subject.ts';

const MINUTE_MS = 60_000;
/**
 * A till sends on average at most one request a second about a sale, whatever fails and however often a person clicks.
 */
const MOST_A_MINUTE = 60;
/** Clicks add to the due requests and may come in a burst. */
const MOST_A_SECOND = 12;

export class RequestRateWatch {
  readonly #world: World;
  readonly #sent = new WeakMap<TillProcess, Map<string, number[]>>();

  constructor(world: World) {
    this.#world = world;
  }

  sent(user: TillProcess, request: HttpRequest, { name }: Subject): void {
    if (!isSentByItself(request)) return;
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
