import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
import { sharedKeychain } from '../../main/identity/shared-keychain.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from './memory-keychain.ts';

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

/** Returns a promise's state as text: value, error code or pending. */
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

test('all callers share a keychain, opened on first use', async () => {
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

test('opening is tried again after a failure', async () => {
  let locked = true;
  const { keychain } = shared(async () => {
    if (locked) throw new TillError('keychain.missing', 'locked');
    return memoryKeychain();
  });
  await expect(keychain()).rejects.toMatchObject({ code: 'keychain.missing' });
  locked = false;
  expect(await (await keychain()).get('a')).toBeUndefined();
});

test('reports an unanswered prompt as locked after five seconds', async () => {
  const { open, asked, answer } = asking();
  const { keychain, clock, times } = shared(open);
  const first = fate(keychain());
  await clock.advance(5_000);
  expect(first.now).toBe('keychain.locked');
  // Later callers do not wait again: otherwise the windows would stay empty during a start.
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

test('reports an open prompt even after its callers gave up', async () => {
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

test('a late refusal does not cause a second prompt', async () => {
  const { open, asked, answer } = asking();
  const { keychain, clock, times } = shared(open);
  const first = fate(keychain());
  await clock.advance(5_000);
  await answer('no');
  expect([first.now, times.late, asked]).toEqual(['keychain.locked', 0, ['open']]);
});

test('runs a single call at a time', async () => {
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

test('a read queued behind an unanswered prompt is locked too', async () => {
  const { keychain: items } = asking();
  const { keychain, clock } = shared(async () => items);
  const opened = await keychain();
  fate(opened.get('a'));
  await clock.advance(4_000);
  const behind = fate(opened.get('b'));
  await clock.advance(1_000);
  expect(behind.now).toBe('keychain.locked');
});

test('a secret released late serves the next caller', async () => {
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

test('a rejected save is dropped, a rejected delete still happens', async () => {
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
])('a secret that was %s is read again', async (_what, change, secret) => {
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
