import { beforeEach, expect, test } from 'vitest';
import type { Log } from '../../main/support/log.ts';
import { createNotices, type Notices } from '../../main/windows/notices.ts';
import { type WindowEvents, windowNotices } from '../../main/windows/window-notices.ts';

let notices: Notices;
let events: WindowEvents;
let logged: unknown[];

beforeEach(() => {
  logged = [];
  const line = (message: string, fields?: object) => void logged.push([message, fields]);
  const log: Log = { info: line, warn: line, error: line, close: () => undefined };
  notices = createNotices(() => undefined);
  events = windowNotices(notices, log);
});

const told = () => notices.list().map(({ code, action }) => [code, action]);

test.each([
  ['closed', 'display.closed'],
  ['unplugged', 'display.unplugged'],
  ['gave-way', 'display.gave-way'],
  ['over-till', 'display.over-till'],
] as const)('a customer display that is closed, %s: the cashier reads why and can open it', (why, code) => {
  events.onDisplay('closed', why);
  expect(told()).toEqual([[code, 'open-display']]);
  expect(logged).toEqual([['The customer display is closed', { window: 'display', reason: why }]]);
  events.onDisplay('open');
  expect(told()).toEqual([]);
});

test('of two reasons why it is closed the later one is told', () => {
  events.onDisplay('closed', 'unplugged');
  events.onDisplay('closed');
  expect(told()).toEqual([['display.closed', 'open-display']]);
});

test('a customer display on another screen is told until it is in its place, and may be dismissed', () => {
  events.onElsewhere(true);
  events.onElsewhere(true);
  expect(told()).toEqual([['display.elsewhere', 'dismiss']]);
  expect(notices.dismiss('display.elsewhere')).toBe(true);
  events.onElsewhere(true);
  events.onElsewhere(false);
  expect(told()).toEqual([]);
});
