import { expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import { RefundTimeFold } from '../../main/domain/refund-times.ts';

const answered = (stage: 'pending' | 'refunded' | 'failed') =>
  ({ type: 'refund.answered', refundKey: 'key-1', refundId: 'R', status: 'S', stage }) as const;
const settled = { type: 'refund.settled', refundKey: 'key-1', decision: 'not-made' } as const;

test.each<readonly [string, readonly JournalEvent[], object]>([
  ['is known from its first answer on', [answered('pending'), answered('pending')], { knownAt: 0 }],
  [
    'ends when its end is told, and not when it is told again',
    [answered('failed'), answered('failed')],
    { knownAt: 0, endedAt: 0 },
  ],
  ['ends when another end is told', [settled, answered('pending'), answered('refunded')], { knownAt: 1, endedAt: 2 }],
  ['ends when the other of two ends is told', [settled, answered('refunded')], { knownAt: 1, endedAt: 1 }],
  ['has not ended once it goes on', [settled, answered('pending')], { knownAt: 1 }],
])('a refund %s', (_what, events, times) => {
  const fold = new RefundTimeFold();
  for (const [at, event] of events.entries()) fold.add({ event, at });
  const { knownAt, endedAt } = fold.of('key-1');
  expect({ knownAt, endedAt }).toEqual(times);
});
