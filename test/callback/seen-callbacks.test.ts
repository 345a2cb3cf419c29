import { expect, test } from 'vitest';
import { createDeduplicator } from '../../main/callback/seen-callbacks.ts';

const accepted = async () => ({ known: true });

test('of many callbacks, the oldest are forgotten here and still known to the journal', async () => {
  const journal = new Map<string, number>();
  const once = createDeduplicator((jti, untilMs) => {
    const seen = journal.has(jti);
    journal.set(jti, untilMs);
    return seen;
  });
  for (let count = 0; count <= 20_000; count += 1) await once.run(`jti-${count}`, count, accepted);
  await expect(once.run('jti-20000', 0, accepted)).resolves.toBe('done');
  await expect(once.run('jti-1', 0, accepted)).resolves.toBe('done');
  const repeated: boolean[] = [];
  await once.run('jti-0', 0, async (again) => {
    repeated.push(again);
    return { known: true };
  });
  expect(repeated).toEqual([true]);
  // A day past its time: a clock that jumped back unnoticed must not let it in again.
  expect(journal.get('jti-7')).toBe(7 + 86_400_000);
});

test('what was taken last is forgotten last, whenever it first came', async () => {
  const once = createDeduplicator(() => false);
  const refused = async () => ({ known: false });
  await once.run('early', 0, refused);
  for (let count = 1; count < 20_000; count += 1) await once.run(`jti-${count}`, 0, accepted);
  await once.run('early', 0, accepted);
  await once.run('one more', 0, accepted);
  await expect(once.run('early', 0, accepted)).resolves.toBe('done');
});

test('one that fails leaves the way open for the next try', async () => {
  const once = createDeduplicator(() => false);
  await expect(once.run('a', 0, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  await expect(once.run('a', 0, accepted)).resolves.toEqual({ known: true });
  await expect(once.run('a', 0, accepted)).resolves.toBe('done');
});

test('many of one message at the same moment are one, and all have its outcome', async () => {
  for (const known of [true, false]) {
    const once = createDeduplicator(() => false);
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
