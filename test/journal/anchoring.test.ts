import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import { Anchoring, isPrompt } from '../../main/journal/anchoring.ts';
import type { Anchor } from '../../main/journal/sealing.ts';
import { Sealing } from '../../main/journal/sealing.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

interface Asked {
  readonly seq: number;
  readonly answer: (error?: Error) => Promise<void>;
}

let clock: VirtualClock;
let asked: Asked[];
let failures: string[];
let anchoring: Anchoring;

beforeEach(() => {
  clock = new VirtualClock();
  asked = [];
  failures = [];
  const keepAnchor = (_place: string, { seq }: Anchor) =>
    new Promise<void>((resolve, reject) => {
      const answer = async (error?: Error) => {
        if (error === undefined) resolve();
        else reject(error);
        await clock.advance(0);
      };
      asked.push({ seq, answer });
    });
  const sealing = new Sealing({ key: Buffer.alloc(32), anchor: () => undefined, keepAnchor }, 'shop/journal.sqlite');
  anchoring = new Anchoring({ sealing, clock, onBehind: (error) => failures.push(error?.code ?? 'caught up') });
});

const at = (seq: number): Anchor => ({ journalId: 'one', fromSeq: 1, seq, hash: 'f'.repeat(64) });
const seqs = () => asked.map(({ seq }) => seq);
const locked = new TillError('keychain.locked', 'locked');

test('deferrable anchors are combined within two seconds', async () => {
  anchoring.moved(at(1), 'soon');
  await clock.advance(1_500);
  anchoring.moved(at(2), 'soon');
  expect(seqs()).toEqual([]);
  await clock.advance(500);
  expect(seqs()).toEqual([2]);
});

test('an urgent anchor is stored at once with earlier events', async () => {
  anchoring.moved(at(1), 'soon');
  anchoring.moved(at(2), 'prompt');
  expect(seqs()).toEqual([2]);
  await asked[0]?.answer();
  await clock.advance(10_000);
  expect(seqs()).toEqual([2]);
  // The next anchor is deferrable again.
  anchoring.moved(at(3), 'soon');
  expect(seqs()).toEqual([2]);
});

test('requests are sequential, and the newest follows', async () => {
  anchoring.moved(at(1), 'soon');
  anchoring.moved(at(1), 'prompt');
  anchoring.moved(at(2), 'prompt');
  anchoring.moved(at(3), 'soon');
  await clock.advance(2_000);
  expect(seqs()).toEqual([1]);
  await asked[0]?.answer();
  expect(seqs()).toEqual([1, 3]);
});

test('a refusing keychain is retried with growing pauses', async () => {
  anchoring.moved(at(1), 'prompt');
  await asked[0]?.answer(locked);
  // An urgent event does not retry sooner.
  anchoring.moved(at(1), 'prompt');
  await clock.advance(4_999);
  expect(seqs()).toEqual([1]);
  await clock.advance(1);
  expect(seqs()).toEqual([1, 1]);
  anchoring.moved(at(2), 'prompt');
  await asked[1]?.answer(locked);
  await clock.advance(9_999);
  expect(seqs()).toEqual([1, 1]);
  await clock.advance(1);
  expect(seqs()).toEqual([1, 1, 2]);
  await asked[2]?.answer();
  anchoring.moved(at(3), 'prompt');
  expect(seqs()).toEqual([1, 1, 2, 3]);
  // Reported once, however often the keychain fails.
  expect(failures).toEqual(['keychain.locked', 'caught up']);
});

test('a long refusal is retried every five minutes', async () => {
  anchoring.moved(at(1), 'prompt');
  for (let time = 0; time < 8; time += 1) {
    await asked.at(-1)?.answer(locked);
    await clock.advance(5 * 60_000);
  }
  expect(seqs()).toHaveLength(9);
  await asked.at(-1)?.answer();
  const answer = anchoring.ask();
  await asked.at(-1)?.answer();
  await answer;
  expect(clock.pending).toBe(0);
});

test('anchoring is behind from a refusal until a success', async () => {
  anchoring.moved(at(1), 'prompt');
  expect(anchoring.behind).toBeUndefined();
  await asked[0]?.answer(locked);
  expect(anchoring.behind).toBe(locked);
  anchoring.moved(at(2), 'prompt');
  await clock.advance(5_000);
  expect(anchoring.behind).toBe(locked);
  await asked[1]?.answer();
  expect(anchoring.behind).toBeUndefined();
});

test('anchoring is behind while the keychain is silent', async () => {
  anchoring.moved(at(1), 'prompt');
  await clock.advance(4_999);
  expect(anchoring.behind).toBeUndefined();
  await clock.advance(1);
  expect(anchoring.behind).toMatchObject({ code: 'keychain.locked' });
  await asked[0]?.answer(locked);
  expect(anchoring.behind).toBe(locked);
  await clock.advance(5_000);
  await asked[1]?.answer();
  expect(anchoring.behind).toBeUndefined();
  expect(failures).toEqual(['keychain.locked', 'caught up']);
});

test('anchoring is not behind after a pause of the machine', async () => {
  anchoring.moved(at(1), 'prompt');
  clock.holdUp(60_000);
  expect(anchoring.behind).toBeUndefined();
  await asked[0]?.answer();
  await clock.advance(5_000);
  expect([anchoring.behind, failures]).toEqual([undefined, []]);
});

describe('a request for the anchor state', () => {
  const ask = () => {
    const answer = { is: 'none' };
    void anchoring.ask().then(() => {
      answer.is = anchoring.behind?.code ?? 'known';
    });
    return answer;
  };

  test('repeats the last anchor and waits for its outcome', async () => {
    anchoring.moved(at(1), 'prompt');
    await asked[0]?.answer();
    const first = ask();
    expect([seqs(), first.is]).toEqual([[1, 1], 'none']);
    await asked[1]?.answer();
    expect(first.is).toBe('known');
    const second = ask();
    await asked[2]?.answer(locked);
    expect(second.is).toBe('keychain.locked');
    const third = ask();
    await asked[3]?.answer();
    expect(third.is).toBe('known');
  });

  test('waits up to five seconds for a running request', async () => {
    anchoring.moved(at(1), 'prompt');
    await clock.advance(1_000);
    const answer = ask();
    expect(seqs()).toEqual([1]);
    await clock.advance(4_999);
    expect(answer.is).toBe('none');
    await clock.advance(1);
    expect(answer.is).toBe('keychain.locked');
  });

  test('receives the answer after a pause of the machine', async () => {
    anchoring.moved(at(1), 'prompt');
    await asked[0]?.answer();
    const answer = ask();
    clock.holdUp(60_000);
    await asked[1]?.answer();
    expect(answer.is).toBe('known');
  });
});

test('closing waits for the running and the last anchor', async () => {
  anchoring.moved(at(1), 'prompt');
  anchoring.moved(at(2), 'soon');
  let ended = false;
  const end = anchoring.close().then(() => {
    ended = true;
  });
  expect(seqs()).toEqual([1]);
  await asked[0]?.answer();
  expect([seqs(), ended]).toEqual([[1, 2], false]);
  await asked[1]?.answer();
  await end;
  expect(ended).toBe(true);
});

test('closing neither waits for silence nor retries refusals', async () => {
  anchoring.moved(at(1), 'prompt');
  const end = anchoring.close();
  await clock.advance(2_000);
  await end;
  await asked[0]?.answer(locked);
  await clock.advance(600_000);
  void anchoring.ask();
  expect(seqs()).toEqual([1]);
});

test.each<readonly [JournalEvent, boolean]>([
  [{ type: 'refund.intent', refundKey: 'k', saleId: 's', paymentId: 'p', amount: 1, body: '' }, true],
  [{ type: 'refund.answered', refundKey: 'k', refundId: 'r', status: 'REFUNDED', stage: 'refunded' }, true],
  [{ type: 'refund.settled', refundKey: 'k', decision: 'not-made' }, true],
  [{ type: 'refund.unanswered', refundKey: 'k', problem: { code: 'c', message: 'm', retryable: true } }, false],
  [{ type: 'journal.begun', journalId: 'j', salt: 1 }, true],
  [{ type: 'sale.moved', saleId: 's', via: 'read', status: 'SUCCEEDED', stage: 'paid' }, true],
  [{ type: 'sale.moved', saleId: 's', via: 'read', status: 'EXPIRED', stage: 'expired' }, true],
  [{ type: 'sale.moved', saleId: 's', via: 'read', status: 'IDENTIFIED', stage: 'scanned' }, false],
  [{ type: 'act', act: 'journal-tampered', by: { role: 'till' } }, true],
  [{ type: 'act', act: 'unlock', by: { role: 'manager' } }, false],
  [{ type: 'callback.seen', jti: 'j', untilMs: 1 }, false],
])('%o is anchored at once: %s', (event, prompt) => {
  expect(isPrompt(event)).toBe(prompt);
});
