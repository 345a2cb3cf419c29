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
  /** The acts since the last call of `done`. */
  const done = () => did.splice(0);
  const alive = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 2_000) {
      watch.beat();
      clock.tick(2_000);
    }
  };
  /** Crashes the page `times` times; the page loads again after each pause except the last. */
  const crashes = (times: number, pauseMs: number) => {
    for (let end = 1; end <= times; end += 1) {
      watch.navigated('page');
      watch.gone(crashed);
      if (end < times) clock.tick(pauseMs);
    }
  };
  return { clock, watch, done, alive, crashes };
}

/** A window on its plain page, 110 s before the real page is due. */
function onPlainPage() {
  const it = windowAt();
  it.crashes(5, 30_000);
  it.clock.tick(10_000);
  it.watch.navigated('plain');
  it.done();
  return it;
}

test('a crashing page reloads after growing pauses', () => {
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

test('a crashing plain page does not delay the real page', () => {
  const { clock, watch, done, crashes } = windowAt();
  crashes(4, 5_000);
  done();
  // 30 s until the real page is due.
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
  // The plain page, due by then, does not replace the loading page.
  clock.tick(50_000);
  expect(done()).toEqual([]);
});

test('a crash while loading keeps the pause', () => {
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

test('a loading page has a minute for its first beat', () => {
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

test('a silent print dialog page gets its full time afterwards', () => {
  const { clock, watch, done } = windowAt();
  const release = watch.hold();
  clock.tick(170_000);
  release();
  clock.tick(14_999);
  expect(done()).toEqual([]);
  clock.tick(1);
  expect(done()).toEqual(['end']);
});

test('a debugged page is watched again after debugging', () => {
  let debugged = true;
  const { clock, done } = windowAt(() => debugged);
  clock.tick(3_600_000);
  expect(done()).toEqual([]);
  debugged = false;
  clock.tick(15_000);
  expect(done()).toEqual(['end']);
});

test('a beat does not clear unresponsive input', () => {
  const { watch, done, alive } = windowAt();
  watch.unresponsive();
  alive(10_000);
  expect(done()).toEqual(['end']);
});

test('loading a page clears unresponsive input', () => {
  const { watch, done, alive } = windowAt();
  watch.unresponsive();
  watch.navigated('page');
  alive(120_000);
  expect(done()).toEqual([]);
});

test('late beats and responses of a gone page end nothing', () => {
  const { clock, watch, done } = windowAt();
  for (let end = 0; end < 5; end += 1) watch.gone(crashed);
  done();
  watch.beat();
  watch.responsive();
  clock.tick(60_000);
  expect(done()).not.toContain('end');
});

test('after ten quiet minutes a crashed page reloads at once', () => {
  const { watch, done, alive } = windowAt();
  for (let end = 0; end < 5; end += 1) watch.gone(crashed);
  watch.navigated('page');
  alive(10 * 60_000);
  done();
  watch.gone(crashed);
  expect(done()).toEqual(['crashed: crashed (5), 0']);
});

test('crashes every six minutes keep the pauses growing', () => {
  const { watch, done, alive } = windowAt();
  for (const pause of [0, 1_000, 5_000]) {
    watch.navigated('page');
    alive(6 * 60_000);
    done();
    watch.gone(crashed);
    expect(done()).toEqual([`crashed: crashed (5), ${pause}`]);
  }
});

test('a crash after a hang has its own reason', () => {
  const { clock, watch, done } = windowAt();
  clock.tick(16_000);
  watch.gone({ reason: 'crashed', exitCode: 1 });
  clock.tick(0);
  watch.navigated('page');
  done();
  watch.gone({ reason: 'oom', exitCode: 9 });
  expect(done()).toEqual(['memory: oom (9), 1000']);
});

test('a silent killed process counts as ended', () => {
  const { clock, done } = windowAt();
  clock.tick(16_000);
  expect(done()).toEqual(['end']);
  clock.tick(10_000);
  expect(done()).toEqual(['hung: killed (0), 0', 'page']);
});

test('the plain page needs no beats', () => {
  const { clock, done } = onPlainPage();
  clock.tick(109_999);
  expect(done()).toEqual([]);
  clock.tick(1);
  expect(done()).toEqual(['page']);
});

test('responding in time keeps an unresponsive page alive', () => {
  const { watch, done, alive } = windowAt();
  watch.unresponsive();
  alive(8_000);
  watch.responsive();
  alive(60_000);
  expect(done()).toEqual([]);
});

test('an early response leaves the full minute for loading', () => {
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

test('waiting input does not extend the time for beats', () => {
  const { clock, watch, done } = windowAt();
  clock.tick(14_000);
  watch.unresponsive();
  clock.tick(1_000);
  expect(done()).toEqual(['end']);
  clock.tick(9_999);
  expect(done()).toEqual([]);
});

test('input to the plain page never ends a retried page', () => {
  const { clock, watch, done } = onPlainPage();
  watch.unresponsive();
  watch.tryAgain();
  clock.tick(59_999);
  expect(done()).toEqual(['page']);
});

test('input waiting behind the print dialog counts only afterwards', () => {
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

test('after sleep, waiting input has its full time again', () => {
  const { clock, watch, done } = windowAt();
  watch.unresponsive();
  clock.tick(9_000);
  watch.forgive();
  clock.tick(9_999);
  expect(done()).toEqual([]);
  clock.tick(1);
  expect(done()).toEqual(['end']);
});

test('navigating back cancels the pending reload', () => {
  const { clock, watch, done, alive, crashes } = windowAt();
  crashes(4, 5_000);
  clock.tick(1_000);
  watch.navigated('plain');
  done();
  watch.navigated('page');
  alive(60_000);
  expect(done()).toEqual(['back']);
});

test('replaces a plain page returning over the real page', () => {
  const { clock, watch, done } = onPlainPage();
  watch.navigated('page');
  watch.beat();
  watch.navigated('plain');
  clock.tick(1_000);
  expect(done()).toEqual(['back', 'page']);
});

test('the requested page wins over a reloading plain page', () => {
  const { clock, watch, done } = onPlainPage();
  watch.leaving();
  watch.navigated('plain');
  clock.tick(1_000);
  expect(done()).toEqual(['page']);
});

test('a retry loads at once if the page is missing', () => {
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

test('a closed window leaves no timer', () => {
  const { watch, clock } = windowAt();
  for (let end = 0; end < 4; end += 1) watch.gone(crashed);
  watch.unresponsive();
  watch.stop();
  expect(clock.pending).toBe(0);
});
