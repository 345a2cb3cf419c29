import { beforeEach, describe, expect, test } from 'vitest';
import { FollowerSet } from '../../main/following/follower-set.ts';
import { notingLog } from '../base/noting-log.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

/** Runs until ended, closed or failed by the test. */
class StubFollower {
  readonly calls: string[] = [];
  readonly #running = Promise.withResolvers<void>();

  run(): Promise<void> {
    this.calls.push('run');
    return this.#running.promise;
  }

  networkReturned(): void {
    this.calls.push('network');
  }

  close(): void {
    this.calls.push('close');
    this.#running.resolve();
  }

  end(): void {
    this.#running.resolve();
  }

  fail(message: string): void {
    this.#running.reject(new Error(message));
  }
}

let clock: VirtualClock;
let set: FollowerSet<StubFollower>;
let logged: unknown[];
let happened: string[];

beforeEach(() => {
  clock = new VirtualClock();
  logged = [];
  happened = [];
  set = new FollowerSet(
    clock,
    notingLog((message, fields) => logged.push([message, fields])),
    'sale.follower-failed',
  );
});

function start(id: string): StubFollower {
  const follower = new StubFollower();
  set.start(
    id,
    follower,
    () => happened.push(`${id} ended`),
    () => happened.push(`${id} again`),
  );
  return follower;
}

test('a follower is in the set until its end', async () => {
  const follower = start('one');
  expect(set.of('one')).toBe(follower);
  follower.end();
  await clock.advance(60_000);
  expect(set.of('one')).toBeUndefined();
  expect(happened).toEqual(['one ended']);
  expect(logged).toEqual([]);
});

test('a failed follower is logged and restarted in five seconds', async () => {
  start('one').fail('a fault of ours');
  await clock.advance(4_999);
  expect(set.of('one')).toBeUndefined();
  expect(happened).toEqual(['one ended']);
  expect(logged).toEqual([
    ['sale.follower-failed', { code: 'internal', acted: 'maybe', thrown: new Error('a fault of ours') }],
  ]);
  await clock.advance(1);
  expect(happened).toEqual(['one ended', 'one again']);
});

test('a network return reaches every follower', () => {
  const followers = [start('one'), start('two')];
  set.networkReturned();
  expect(followers.map(({ calls }) => calls)).toEqual([
    ['run', 'network'],
    ['run', 'network'],
  ]);
});

describe('closing', () => {
  test('closes followers, waits for tasks and starts nothing', async () => {
    const task = Promise.withResolvers<void>();
    set.run(task.promise);
    const follower = start('one');
    let closed = false;
    const closing = set.close().then(() => {
      closed = true;
    });
    expect(set.isClosed).toBe(true);
    expect(follower.calls).toEqual(['run', 'close']);
    await clock.advance(10);
    expect(closed).toBe(false);
    task.resolve();
    await closing;
    const late = start('two');
    expect(late.calls).toEqual([]);
    expect(set.of('two')).toBeUndefined();
  });

  test('ends the wait for a first answer', async () => {
    let tried = false;
    void set.recovery.take('one').then(() => {
      tried = true;
    });
    await clock.advance(0);
    expect(tried).toBe(false);
    await set.close();
    expect(tried).toBe(true);
    expect(set.recovery.view).toEqual({ running: true, open: 1, resolved: 0 });
  });
});
