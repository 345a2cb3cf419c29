import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createLog } from '../../main/support/log.ts';
import { surviveUncaughtErrors } from '../../main/support/uncaught-errors.ts';

test('every error that nothing caught is logged, and a person is told once', () => {
  const running = new EventEmitter();
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line), close: () => undefined });
  let told = 0;
  surviveUncaughtErrors(running, log, () => {
    told += 1;
  });
  running.emit('uncaughtException', new Error('in a timer'));
  running.emit('unhandledRejection', 'of a promise');
  expect(lines.map((line) => JSON.parse(line).code)).toEqual(['internal', 'internal']);
  expect(lines.join()).toMatch(/Error #[0-9a-f]{8}[+]10 at/);
  expect(told).toBe(1);
});
