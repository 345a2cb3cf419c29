import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createLog } from '../../main/support/log.ts';
import { openLogLevel } from '../../main/support/logs/log-level.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const HOUR_MS = 60 * 60_000;

let file = '';
beforeEach(() => {
  file = join(folder, 'log-level.json');
});

function started(clock: VirtualClock) {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line), close: () => undefined });
  const level = openLogLevel({ clock, log, file });
  const tellsMore = () => {
    const before = lines.length;
    log.debug('Window call');
    return lines.length > before;
  };
  return { level, tellsMore, lines };
}

test('the level is raised for an hour', async () => {
  const clock = new VirtualClock();
  const { level, tellsMore } = started(clock);
  expect([level.until(), tellsMore()]).toEqual([undefined, false]);
  expect(level.raise()).toBe(clock.now() + HOUR_MS);
  await clock.advance(HOUR_MS - 1_000);
  expect(tellsMore()).toBe(true);
  await clock.advance(1_000);
  expect([level.until(), tellsMore(), existsSync(file)]).toEqual([undefined, false, false]);
});

test('the level is lowered at once, without a later effect', async () => {
  const clock = new VirtualClock();
  const { level, tellsMore, lines } = started(clock);
  level.raise();
  level.lower();
  expect([level.until(), tellsMore(), existsSync(file)]).toEqual([undefined, false, false]);
  const told = lines.length;
  await clock.advance(2 * HOUR_MS);
  expect(lines).toHaveLength(told);
});

test('raising again restarts the hour', async () => {
  const clock = new VirtualClock();
  const { level, tellsMore } = started(clock);
  level.raise();
  await clock.advance(HOUR_MS / 2);
  level.raise();
  await clock.advance(HOUR_MS / 2 + 1_000);
  expect(tellsMore()).toBe(true);
  await clock.advance(HOUR_MS / 2);
  expect(tellsMore()).toBe(false);
});

test('setting the clock back does not extend the hour', async () => {
  const clock = new VirtualClock();
  const { level, tellsMore } = started(clock);
  level.raise();
  clock.jump(-2 * HOUR_MS);
  await clock.advance(20_000);
  expect([level.until(), tellsMore()]).toEqual([undefined, false]);
});

test('a restart within the hour continues the rest', async () => {
  const clock = new VirtualClock();
  const before = started(clock);
  const end = before.level.raise();
  before.level.stop();
  await clock.advance(HOUR_MS / 2);
  const after = started(clock);
  expect([after.level.until(), after.tellsMore()]).toEqual([end, true]);
  await clock.advance(HOUR_MS / 2);
  expect(after.tellsMore()).toBe(false);
});

test('a restart after the hour is at the usual level', async () => {
  const clock = new VirtualClock();
  const before = started(clock);
  before.level.raise();
  before.level.stop();
  await clock.advance(HOUR_MS);
  expect(started(clock).tellsMore()).toBe(false);
});

test.each([
  ['a time further away than an hour', (now: number) => JSON.stringify({ until: now + 2 * HOUR_MS })],
  ['another shape', () => '{"until":"tomorrow"}'],
  ['no JSON', () => '\u0000\u0000'],
  ['nothing', () => ''],
])('ignores a stored end with %s', (_, text) => {
  const clock = new VirtualClock();
  writeFileSync(file, text(clock.now()));
  expect(started(clock).tellsMore()).toBe(false);
});

test('the level is not raised when its end cannot be stored', () => {
  const clock = new VirtualClock();
  const log = createLog({ write: () => undefined, close: () => undefined });
  const level = openLogLevel({ clock, log, file: join(folder, 'not', 'there.json') });
  expect(() => level.raise()).toThrow(expect.objectContaining({ code: 'log.level' }));
  expect(level.until()).toBeUndefined();
});

test('the file holds only the end', () => {
  const clock = new VirtualClock();
  const { level } = started(clock);
  const until = level.raise();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ until });
});
