import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError, type TillErrorDetails } from '../../main/base/till-error.ts';
import { counter } from './counter.ts';

/** Answers the next reads with these statuses and errors, one each; later reads with the payment as it is. */
export function answering(...answers: readonly (string | TillError)[]): void {
  const left = [...answers];
  const { service } = counter;
  const read = service.readPayment.bind(service);
  service.readPayment = (id, options) => {
    const answer = left.shift();
    if (answer instanceof TillError) service.fail('read', { error: answer, acts: false });
    else if (answer !== undefined) service.set(id, answer);
    return read(id, options);
  };
}

export const fault = (code: ErrorCode, details: TillErrorDetails = {}): TillError => new TillError(code, 'no', details);

/** Time passes until the next read has been answered. Returns the ms since the read before. */
export async function nextRead(): Promise<number> {
  const { service, clock } = counter;
  const times = () => service.calls.filter(({ operation }) => operation === 'read').map(({ at }) => at);
  const before = times();
  while (times().length === before.length) await clock.advance(clock.nextIn ?? 0);
  await clock.advance(service.latencyMs);
  return (times().at(-1) ?? 0) - (before.at(-1) ?? 0);
}
