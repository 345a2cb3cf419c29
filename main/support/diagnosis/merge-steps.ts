/**
 * Merges two lists by time. Keeps the order within each list. After the clock was set back, the list whose next step stays ahead goes first. At
 * equal times `spine` goes first.
 */
export function mergeSteps<Step extends { readonly at: number }>(
  spine: readonly Step[],
  others: readonly Step[],
): readonly Step[] {
  const [left, right] = [[...spine], [...others]];
  const steps: Step[] = [];
  for (;;) {
    const [one, other] = [left[0], right[0]];
    if (one === undefined || other === undefined) return [...steps, ...left, ...right];
    const now = steps.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    const goesBack = (step: Step) => step.at < now;
    const takesSpine = goesBack(one) === goesBack(other) ? one.at <= other.at : goesBack(other);
    steps.push(takesSpine ? one : other);
    (takesSpine ? left : right).shift();
  }
}
