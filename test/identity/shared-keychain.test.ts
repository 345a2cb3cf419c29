import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
import { sharedKeychain } from '../../main/identity/shared-keychain.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from './memory-keychain.ts';

/** A keychain that answers each question when the test says so. */
function asking() {
  const kept = memoryKeychain();
  const asked: string[] = [];
  const questions: { yes(): void; no(): void }[] = [];
  const ask = <T>(what: string, act: () => Promise<T>): Promise<T> => {
    asked.push(what);
    return new Promise((resolve, reject) =>
      questions.push({ yes: () => resolve(act()), no: () => reject(new TillError('keychain.locked', 'refused')) }),
    );
  };
  const keychain: Keychain = {
    get: (account) => ask(`get ${account}`, () => kept.get(account)),
    set: (account, secret) => ask(`set ${account}`, () => kept.set(account, secret)),
    delete: (account) => ask(`delete ${account}`, () => kept.delete(account)),
  };
  const answer = async (how: 'yes' | 'no') => {
    questions.shift()?.[how]();
    await settle();
  };
  return { keychain, kept, asked, answer, open: () => ask('open', async () => keychain) };
}

function shared(open: () => Promise<Keychain>) {
  const clock = new VirtualClock();
  const times = { late: 0 };
  const late = () => {
    times.late += 1;
  };
  return { clock, times, ...sharedKeychain({ clock, open, late }) };
}

/** A promise as text: a value, a code, or nothing yet. */
function fate(work: Promise<unknown>): { now: string } {
  const seen = { now: 'pending' };
  work.then(
    (value) => {
      seen.now = `got ${String(value)}`;
    },
    (error: TillError) => {
      seen.now = error.code;
    },
  );
  return seen;
}

test('everybody shares one keychain, opened when it is first needed', async () => {
  let openings = 0;
  const { keychain } = shared(async () => {
    openings += 1;
    return memoryKeychain();
  });
  expect(openings).toBe(0);
  const [one, other] = await Promise.all([keychain(), keychain()]);
  expect(one).toBe(other);
  expect(openings).toBe(1);
});

test('a keychain that could not be opened is tried again when it is needed again', async () => {
  let locked = true;
  const { keychain } = shared(async () => {
    if (locked) throw new TillError('keychain.missing', 'locked');
    return memoryKeychain();
  });
  await expect(keychain()).rejects.toMatchObject({ code: 'keychain.missing' });
  locked = false;
  expect(await (await keychain()).get('a')).toBeUndefined();
});

test('a question that nobody answers is told as locked after five seconds, and is not asked a second time', async () => {
  const { open, asked, answer } = asking();
  const { keychain, clock, times } = shared(open);
  const first = fate(keychain());
  await clock.advance(5_000);
  expect(first.now).toBe('keychain.locked');
  // Nobody waits for it as long again: the windows of a start would stay empty meanwhile.
  const second = fate(keychain());
  await clock.advance(0);
  expect(second.now).toBe('keychain.locked');
  expect(asked).toEqual(['open']);
  expect(times.late).toBe(0);
  await answer('yes');
  expect(times.late).toBeGreaterThan(0);
  await expect(keychain()).resolves.toBeDefined();
  expect(asked).toEqual(['open']);
  await settle();
  expect(clock.pending).toBe(0);
});

test('it tells whether a question stands, also when nobody waits for the answer any more', async () => {
  const { open, answer } = asking();
  const { keychain, isAsking, clock } = shared(open);
  expect(isAsking()).toBe(false);
  fate(keychain());
  await clock.advance(60_000);
  expect(isAsking()).toBe(true);
  await answer('yes');
  expect(isAsking()).toBe(false);
  fate((await keychain()).get('key'));
  await settle();
  expect(isAsking()).toBe(true);
  await answer('no');
  expect(isAsking()).toBe(false);
});

test('a person who refuses late is not asked again at once', async () => {
  const { open, asked, answer } = asking();
  const { keychain, clock, times } = shared(open);
  const first = fate(keychain());
  await clock.advance(5_000);
  await answer('no');
  expect([first.now, times.late, asked]).toEqual(['keychain.locked', 0, ['open']]);
});

test('one call at a time: the second waits for the answer to the first', async () => {
  const { keychain: items, asked, answer } = asking();
  const { keychain } = shared(async () => items);
  const opened = await keychain();
  const reads = [fate(opened.get('a')), fate(opened.get('b')), fate(opened.get('a'))];
  await settle();
  expect(asked).toEqual(['get a']);
  await answer('yes');
  expect(reads.map(({ now }) => now)).toEqual(['got undefined', 'pending', 'got undefined']);
  expect(asked).toEqual(['get a', 'get b']);
});

test('a read that stands behind an unanswered question is told as locked with it', async () => {
  const { keychain: items } = asking();
  const { keychain, clock } = shared(async () => items);
  const opened = await keychain();
  fate(opened.get('a'));
  await clock.advance(4_000);
  const behind = fate(opened.get('b'));
  await clock.advance(1_000);
  expect(behind.now).toBe('keychain.locked');
});

test('a secret that a person allowed late goes to the next who asks, without a second question', async () => {
  const { keychain: items, kept, asked, answer } = asking();
  await kept.set('key', 'secret');
  const { keychain, clock, times } = shared(async () => items);
  const opened = await keychain();
  const first = fate(opened.get('key'));
  await clock.advance(5_000);
  expect(first.now).toBe('keychain.locked');
  await answer('yes');
  expect(times.late).toBe(1);
  expect(await opened.get('key')).toBe('secret');
  expect(asked).toEqual(['get key']);
  const next = fate(opened.get('key'));
  await settle();
  expect([next.now, asked]).toEqual(['pending', ['get key', 'get key']]);
});

test('what was told as not saved is not saved later, and what should go still goes', async () => {
  const { keychain: items, kept, asked, answer } = asking();
  await kept.set('old', 'secret');
  const { keychain, clock } = shared(async () => items);
  const opened = await keychain();
  fate(opened.get('first'));
  const saved = fate(opened.set('new', 'secret'));
  const removed = fate(opened.delete('old'));
  await clock.advance(60_000);
  expect([saved.now, removed.now]).toEqual(['keychain.locked', 'keychain.locked']);
  await answer('yes');
  await answer('yes');
  expect(asked).toEqual(['get first', 'delete old']);
  expect([await kept.get('new'), await kept.get('old')]).toEqual([undefined, undefined]);
});

test.each([
  ['replaced', (opened: Keychain) => opened.set('key', 'two'), 'two'],
  ['removed', (opened: Keychain) => opened.delete('key'), undefined],
])('a secret that was %s is read anew', async (_what, change, secret) => {
  const { keychain: items, kept, answer } = asking();
  await kept.set('key', 'one');
  const { keychain, clock } = shared(async () => items);
  const opened = await keychain();
  fate(opened.get('key'));
  await clock.advance(5_000);
  await answer('yes');
  const saved = change(opened);
  await settle();
  await answer('yes');
  await saved;
  const read = opened.get('key');
  await settle();
  await answer('yes');
  expect(await read).toBe(secret);
});
