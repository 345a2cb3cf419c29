import { expect, test } from 'vitest';
import { PageWatch } from '../../main/shell/page-watch.ts';
import type { PageEnd } from '../../main/windows/window-notices.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const crashed: PageEnd = { reason: 'crashed', exitCode: 5 };

function windowAt(isDebugged = () => false) {
  const clock = new VirtualClock();
  const did: string[] = [];
  const watch = new PageWatch(clock, {
    loadPage: () => void did.push('page'),
    loadPlainPage: (why) => void did.push(`plain: ${why.trouble}`),
    endProcess: () => void did.push('end'),
    isDebugged,
    onBack: () => void did.push('back'),
    onEnd: ({ trouble, reason }, pauseMs) => void did.push(`${trouble}: ${reason}, ${pauseMs}`),
  });
  watch.navigated('page');
  watch.beat();
  /** The acts since the last look. */
  const done = () => did.splice(0);
  const alive = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 2_000) {
      watch.beat();
      clock.tick(2_000);
    }
  };
  /** The page ends so often, and is there again after each pause but the last. */
  const crashes = (times: number, pauseMs: number) => {
    for (let end = 1; end <= times; end += 1) {
      watch.navigated('page');
      watch.gone(crashed);
      if (end < times) clock.tick(pauseMs);
    }
  };
  return { clock, watch, done, alive, crashes };
}

/** A window on its plain page, 110 s before the real one is asked for. */
function onPlainPage() {
  const it = windowAt();
  it.crashes(5, 30_000);
  it.clock.tick(10_000);
  it.watch.navigated('plain');
  it.done();
  return it;
}

test('a page that keeps crashing: growing pauses, the plain page through the long ones, and the page again after each', () => {
  const { clock, watch, done } = windowAt();
  const pauses = [0, 1_000, 5_000, 30_000, 120_000, 120_000];
  for (const pause of pauses) {
    watch.navigated('page');
    watch.gone(crashed);
    clock.tick(pause);
    const plain = pause >= 5_000 ? ['plain: crashed'] : [];
    expect(done()).toEqual([`crashed: crashed (5), ${pause}`, ...plain, 'page']);
  }
});

test('a plain page that crashes as well has pauses of its own, and the page itself stays due', () => {
  const { clock, watch, done, crashes } = windowAt();
  crashes(4, 5_000);
  done();
  // 30 s until the page comes again.
  let plainPages = 0;
  for (let passed = 0; passed < 29_000; passed += 1_000) {
    clock.tick(1_000);
    const loaded = done();
    plainPages += loaded.filter((act) => act.startsWith('plain')).length;
    expect(loaded).not.toContain('page');
    if (loaded.length > 0) watch.gone(crashed);
  }
  expect(plainPages).toBeLessThan(5);
  clock.tick(1_000);
  expect(done()).toContain('page');
  // The plain page, due by then, does not come over the one that is being loaded.
  clock.tick(50_000);
  expect(done()).toEqual([]);
});

test('a page that ends as it is being loaded is not loaded before its time, whatever the plain page does', () => {
  const { clock, watch, done, crashes } = windowAt();
  crashes(4, 5_000);
  clock.tick(30_000);
  watch.gone(crashed);
  clock.tick(10_000);
  watch.navigated('plain');
  done();
  clock.tick(109_999);
  expect(done()).toEqual([]);
  clock.tick(1);
  expect(done()).toEqual(['page']);
});

test('a page that loads has a minute for its first beat, the first time and again', () => {
  const { clock, watch, done } = windowAt();
  const loadsAgain = () => {
    watch.gone(crashed);
    clock.tick(0);
  };
  for (const load of [() => watch.navigated('page'), loadsAgain]) {
    watch.beat();
    load();
    done();
    clock.tick(59_999);
    expect(done()).toEqual([]);
    clock.tick(1);
    expect(done()).toEqual(['end']);
  }
});

test('a page behind the print dialog may be silent; afterwards it has its full time again', () => {
  const { clock, watch, done } = windowAt();
  const release = watch.hold();
  clock.tick(170_000);
  release();
  clock.tick(14_999);
  expect(done()).toEqual([]);
  clock.tick(1);
  expect(done()).toEqual(['end']);
});

test('a page that a person has stopped in its developer tools is followed again once they are closed', () => {
  let debugged = true;
  const { clock, done } = windowAt(() => debugged);
  clock.tick(3_600_000);
  expect(done()).toEqual([]);
  debugged = false;
  clock.tick(15_000);
  expect(done()).toEqual(['end']);
});

test('input that waits is not forgotten for a beat', () => {
  const { watch, done, alive } = windowAt();
  watch.unresponsive();
  alive(10_000);
  expect(done()).toEqual(['end']);
});

test('a page that is loaded while input waits begins anew', () => {
  const { watch, done, alive } = windowAt();
  watch.unresponsive();
  watch.navigated('page');
  alive(120_000);
  expect(done()).toEqual([]);
});

test('a beat, or an answer, that comes after the end of its page ends nothing', () => {
  const { clock, watch, done } = windowAt();
  for (let end = 0; end < 5; end += 1) watch.gone(crashed);
  done();
  watch.beat();
  watch.responsive();
  clock.tick(60_000);
  expect(done()).not.toContain('end');
});

test('after ten quiet minutes a page that ends is loaded at once again', () => {
  const { watch, done, alive } = windowAt();
  for (let end = 0; end < 5; end += 1) watch.gone(crashed);
  watch.navigated('page');
  alive(10 * 60_000);
  done();
  watch.gone(crashed);
  expect(done()).toEqual(['crashed: crashed (5), 0']);
});

test('a page that ends each six minutes has no ten quiet ones', () => {
  const { watch, done, alive } = windowAt();
  for (const pause of [0, 1_000, 5_000]) {
    watch.navigated('page');
    alive(6 * 60_000);
    done();
    watch.gone(crashed);
    expect(done()).toEqual([`crashed: crashed (5), ${pause}`]);
  }
});

test('the end after that is told by its own reason again', () => {
  const { clock, watch, done } = windowAt();
  clock.tick(16_000);
  watch.gone({ reason: 'crashed', exitCode: 1 });
  clock.tick(0);
  watch.navigated('page');
  done();
  watch.gone({ reason: 'oom', exitCode: 9 });
  expect(done()).toEqual(['memory: oom (9), 1000']);
});

test('a process that was told to end and of which nothing is heard counts as ended', () => {
  const { clock, done } = windowAt();
  clock.tick(16_000);
  expect(done()).toEqual(['end']);
  clock.tick(10_000);
  expect(done()).toEqual(['hung: killed (0), 0', 'page']);
});

test('a plain page sends no beats and needs none', () => {
  const { clock, done } = onPlainPage();
  clock.tick(109_999);
  expect(done()).toEqual([]);
  clock.tick(1);
  expect(done()).toEqual(['page']);
});

test('a page with input waiting for ten seconds more is ended; one that answers is not', () => {
  const { watch, done, alive } = windowAt();
  watch.unresponsive();
  alive(8_000);
  watch.responsive();
  alive(60_000);
  expect(done()).toEqual([]);
});

test('a page that answers before its first beat still has its minute to load', () => {
  const { clock, watch, done } = windowAt();
  watch.navigated('page');
  clock.tick(5_000);
  watch.unresponsive();
  clock.tick(3_000);
  watch.responsive();
  clock.tick(59_999);
  expect(done()).toEqual([]);
  clock.tick(1);
  expect(done()).toEqual(['end']);
});

test('input that waits gives a silent page no more time', () => {
  const { clock, watch, done } = windowAt();
  clock.tick(14_000);
  watch.unresponsive();
  clock.tick(1_000);
  expect(done()).toEqual(['end']);
  clock.tick(9_999);
  expect(done()).toEqual([]);
});

test('input that waited for the plain page ends no page that a person asks for', () => {
  const { clock, watch, done } = onPlainPage();
  watch.unresponsive();
  watch.tryAgain();
  clock.tick(59_999);
  expect(done()).toEqual(['page']);
});

test('a page behind the print dialog is not ended while input waits for it; one that stays so afterwards is', () => {
  const { clock, watch, done } = windowAt();
  const release = watch.hold();
  clock.tick(15_000);
  watch.unresponsive();
  clock.tick(36_000);
  expect(done()).toEqual([]);
  release();
  clock.tick(9_999);
  expect(done()).toEqual([]);
  clock.tick(1);
  expect(done()).toEqual(['end']);
});

test('a machine that slept while input waited: the page has its whole time again', () => {
  const { clock, watch, done } = windowAt();
  watch.unresponsive();
  clock.tick(9_000);
  watch.forgive();
  clock.tick(9_999);
  expect(done()).toEqual([]);
  clock.tick(1);
  expect(done()).toEqual(['end']);
});

test('a person who leads the window back to its page is not interrupted by the reload that was due', () => {
  const { clock, watch, done, alive, crashes } = windowAt();
  crashes(4, 5_000);
  clock.tick(1_000);
  watch.navigated('plain');
  done();
  watch.navigated('page');
  alive(60_000);
  expect(done()).toEqual(['back']);
});

test('a plain page that comes back over the real one, when nothing more is due, does not stay', () => {
  const { clock, watch, done } = onPlainPage();
  watch.navigated('page');
  watch.beat();
  watch.navigated('plain');
  clock.tick(1_000);
  expect(done()).toEqual(['back', 'page']);
});

test('a plain page that reloads itself just as a person leaves it: what they asked for comes', () => {
  const { clock, watch, done } = onPlainPage();
  watch.leaving();
  watch.navigated('plain');
  clock.tick(1_000);
  expect(done()).toEqual(['page']);
});

test('a person can always try again: at once, and only where the page is not there', () => {
  const { watch, done, alive, crashes } = windowAt();
  expect(watch.tryAgain()).toBe(false);
  expect(done()).toEqual([]);
  crashes(6, 120_000);
  done();
  expect(watch.tryAgain()).toBe(true);
  expect(done()).toEqual(['page']);
  watch.navigated('page');
  expect(watch.tryAgain()).toBe(false);
  alive(300_000);
  expect(done()).toEqual(['back']);
});

test('a window that is closed leaves no timer', () => {
  const { watch, clock } = windowAt();
  for (let end = 0; end < 4; end += 1) watch.gone(crashed);
  watch.unresponsive();
  watch.stop();
  expect(clock.pending).toBe(0);
});
