import { expect, test } from 'vitest';
import { createPagePulse } from '../../main/shell/page-pulse.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

/** A page that beats every 2 s while it runs, and a machine whose monotonic clock may go on while it sleeps. */
function pageAt(clock = new VirtualClock()) {
  let skipped = 0;
  let hung = 0;
  let debugged = false;
  const pulse = createPagePulse({
    clock: { monotonic: () => clock.monotonic() + skipped, after: (ms, task) => clock.after(ms, task) },
    isDebugged: () => debugged,
    onHung: () => {
      hung += 1;
    },
  });
  return {
    clock,
    pulse,
    hung: () => hung,
    beatsFor(ms: number) {
      for (let passed = 0; passed < ms; passed += 2_000) {
        clock.tick(2_000);
        pulse.beat();
      }
    },
    /** Time passes in which main runs nothing: it is blocked, or the machine sleeps and the clock goes on. */
    skip(ms: number) {
      skipped += ms;
    },
    debug(open: boolean) {
      debugged = open;
    },
  };
}

test('a page that beats is never hung; silent for 15 s it is, once', () => {
  const { pulse, beatsFor, clock, hung } = pageAt();
  pulse.loading();
  beatsFor(3_600_000);
  expect(hung()).toBe(0);
  clock.tick(13_000);
  expect(hung()).toBe(0);
  clock.tick(4_000);
  expect(hung()).toBe(1);
  clock.tick(600_000);
  expect(hung()).toBe(1);
});

test('a page that loads has a minute for its first beat', () => {
  const { pulse, clock, hung } = pageAt();
  pulse.loading();
  clock.tick(58_000);
  expect(hung()).toBe(0);
  clock.tick(4_000);
  expect(hung()).toBe(1);
});

test('a page that is loaded again after it hung is followed again', () => {
  const { pulse, clock, beatsFor, hung } = pageAt();
  pulse.loading();
  clock.tick(70_000);
  pulse.loading();
  beatsFor(30_000);
  clock.tick(20_000);
  expect(hung()).toBe(2);
});

test('a main process that was blocked itself takes nothing for silence: the beats wait to be read', () => {
  const { pulse, clock, beatsFor, skip, hung } = pageAt();
  pulse.loading();
  beatsFor(10_000);
  skip(60_000);
  clock.tick(2_000);
  expect(hung()).toBe(0);
  clock.tick(12_000);
  expect(hung()).toBe(0);
  clock.tick(4_000);
  expect(hung()).toBe(1);
});

test('a machine that slept and woke: what passed is no silence, however its clock counts sleep', () => {
  const { pulse, clock, beatsFor, skip, hung } = pageAt();
  pulse.loading();
  beatsFor(10_000);
  clock.tick(13_000);
  skip(8 * 3_600_000);
  pulse.forgive();
  clock.tick(12_000);
  expect(hung()).toBe(0);
});

test('a page in its developer tools may stand still for as long as they are open', () => {
  const { pulse, clock, beatsFor, debug, hung } = pageAt();
  pulse.loading();
  beatsFor(2_000);
  debug(true);
  clock.tick(3_600_000);
  expect(hung()).toBe(0);
  debug(false);
  clock.tick(17_000);
  expect(hung()).toBe(1);
});

test('a page behind the print dialog may stand still; afterwards it has its full time again', () => {
  const { pulse, clock, beatsFor, hung } = pageAt();
  pulse.loading();
  beatsFor(2_000);
  const release = pulse.hold();
  clock.tick(170_000);
  release();
  clock.tick(13_000);
  expect(hung()).toBe(0);
  clock.tick(4_000);
  expect(hung()).toBe(1);
});

test('of a page that is stopped nothing is expected, and no timer is left', () => {
  const { pulse, clock, hung } = pageAt();
  pulse.loading();
  pulse.stop();
  clock.tick(3_600_000);
  expect([hung(), clock.pending]).toEqual([0, 0]);
});
