/** The till's wall clock where a thing was written down, ms since the epoch; it may have been set between two of them. */
export interface Timed {
  readonly at: number;
}

/** Going back costs more than any way forth, ms: three centuries. */
const BACK = 1e13;

/**
 * Two records of the same time, each in the order in which it was written, as one: neither order is touched, however the
 * clock was set. Of all the ways to lay one between the other it is the one in which the clock goes back least often, and of
 * these the one in which it moves least; of what then could stand either way, and of equal times, `spine` comes first.
 */
export function inOrder<Step extends Timed>(spine: readonly Step[], others: readonly Step[]): readonly Step[] {
  const width = others.length + 1;
  const place = (taken: number, laid: number) => taken * width + laid;
  // What the clock's moves still cost, ms, once so many of each are there, by which of the two was the last.
  const afterSpine = new Float64Array((spine.length + 1) * width);
  const afterOther = new Float64Array((spine.length + 1) * width);
  const moved = (before: Step | undefined, next: Step | undefined) =>
    before === undefined || next === undefined ? 0 : Math.abs(next.at - before.at) + (next.at < before.at ? BACK : 0);
  /** The cost of each way on from here; undefined where there is none. */
  const waysOn = (taken: number, laid: number, last: Step | undefined) => ({
    spine: taken < spine.length ? moved(last, spine[taken]) + at(afterSpine, place(taken + 1, laid)) : undefined,
    other: laid < others.length ? moved(last, others[laid]) + at(afterOther, place(taken, laid + 1)) : undefined,
  });
  for (let taken = spine.length; taken >= 0; taken -= 1)
    for (let laid = others.length; laid >= 0; laid -= 1) {
      afterSpine[place(taken, laid)] = least(waysOn(taken, laid, spine[taken - 1]));
      afterOther[place(taken, laid)] = least(waysOn(taken, laid, others[laid - 1]));
    }
  const steps: Step[] = [];
  let taken = 0;
  let laid = 0;
  while (steps.length < spine.length + others.length) {
    const { spine: onSpine, other } = waysOn(taken, laid, steps.at(-1));
    const takesSpine = other === undefined || (onSpine !== undefined && onSpine <= other);
    const step = takesSpine ? spine[taken] : others[laid];
    if (takesSpine) taken += 1;
    else laid += 1;
    if (step !== undefined) steps.push(step);
  }
  return steps;
}

function at(moves: Float64Array, index: number): number {
  return moves[index] ?? 0;
}

function least({ spine, other }: { spine: number | undefined; other: number | undefined }): number {
  return Math.min(spine ?? other ?? 0, other ?? spine ?? 0);
}
