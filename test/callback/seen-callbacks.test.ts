import { describe, expect, test } from 'vitest';
import { createDeduplicator } from '../../main/callback/seen-callbacks.ts';

const accepted = async () => ({ known: true });

function journalMemory() {
  const untils = new Map<string, number>();
  return {
    untils,
    isSeen: (jti: string) => untils.has(jti),
    seenJti(jti: string, untilMs: number) {
      const seen = untils.has(jti);
      untils.set(jti, untilMs);
      return seen;
    },
  };
}

describe('a callback in the journal', () => {
  test('is not handled again after a restart', async () => {
    const memory = journalMemory();
    await createDeduplicator(memory).run('jti', 7, accepted);
    await expect(createDeduplicator(memory).run('jti', 7, accepted)).resolves.toBe('done');
    // Kept for an extra day, so that a clock set back unnoticed does not admit a replay.
    expect(memory.untils.get('jti')).toBe(7 + 86_400_000);
  });

  test.each([
    ['is refused', async () => ({ known: false })],
    ['fails', () => Promise.reject(new Error('disk full'))],
  ])('is not remembered when it %s', async (_how, handle) => {
    const memory = journalMemory();
    await createDeduplicator(memory)
      .run('jti', 7, handle)
      .catch(() => undefined);
    expect(memory.untils.size).toBe(0);
  });

  test('fails when its jti cannot be written', async () => {
    const seenJti = (): boolean => {
      throw new Error('disk full');
    };
    const once = createDeduplicator({ isSeen: () => false, seenJti });
    for (const _time of [1, 2]) await expect(once.run('jti', 7, accepted)).rejects.toThrow('disk full');
  });
});

test('a failed callback can be handled again', async () => {
  const once = createDeduplicator(journalMemory());
  await expect(once.run('a', 0, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  await expect(once.run('a', 0, accepted)).resolves.toEqual({ known: true });
  await expect(once.run('a', 0, accepted)).resolves.toBe('done');
});

test('concurrent copies are handled once with a shared outcome', async () => {
  for (const known of [true, false]) {
    const once = createDeduplicator(journalMemory());
    const outcome = Promise.withResolvers<{ known: boolean }>();
    let taken = 0;
    const posts = Array.from({ length: 5 }, () =>
      once.run('a', 0, () => {
        taken += 1;
        return outcome.promise;
      }),
    );
    outcome.resolve({ known });
    expect(await Promise.all(posts)).toEqual(Array.from({ length: 5 }, () => ({ known })));
    expect(taken).toBe(1);
  }
});
