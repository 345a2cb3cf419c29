import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createPrinting } from '../../main/shell/print.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';

type TillWindow = NonNullable<Parameters<ReturnType<typeof createPrinting>['receipt']>[0]>;
type Print = (options: object, callback: (success: boolean, reason: string) => void) => void;

function printingWith(print: Print) {
  const clock = new VirtualClock();
  let held = 0;
  const printing = createPrinting(clock, () => {
    held += 1;
    return () => {
      held -= 1;
    };
  });
  const contents = Object.assign(new EventEmitter(), { print });
  const window = { webContents: contents, isDestroyed: () => false } as unknown as TillWindow;
  return { clock, contents, print: () => printing.receipt(window), held: () => held, printing };
}

test('the paper asked for is the printer’s own: with any other option Electron would take A4', async () => {
  const asked: object[] = [];
  const { print } = printingWith((options, callback) => {
    asked.push(options);
    callback(true, '');
  });
  expect(await print()).toEqual({ kind: 'printed' });
  expect(asked).toEqual([{ printBackground: false, usePrinterDefaultPageSize: true }]);
});

test('one at a time: a second is refused, and the first is still told', async () => {
  const callbacks: ((success: boolean, reason: string) => void)[] = [];
  const { print } = printingWith((_options, callback) => void callbacks.push(callback));
  const first = print();
  expect(await print()).toMatchObject({ kind: 'busy' });
  callbacks[0]?.(false, 'Print job canceled');
  expect(await first).toEqual({ kind: 'cancelled' });
  const next = print();
  callbacks[1]?.(true, '');
  expect(await next).toEqual({ kind: 'printed' });
});

test('a callback that never comes: after three minutes it is told so, and the next can be printed', async () => {
  let answers = false;
  const { print, clock } = printingWith((_options, callback) => {
    if (answers) callback(true, '');
  });
  const first = print();
  await clock.advance(3 * 60_000);
  expect(await first).toMatchObject({ kind: 'no-answer' });
  answers = true;
  expect(await print()).toEqual({ kind: 'printed' });
  expect(clock.pending).toBe(0);
});

test('while it lasts the page may stand still, and not a moment longer', async () => {
  const callbacks: ((success: boolean, reason: string) => void)[] = [];
  const { print, held } = printingWith((_options, callback) => void callbacks.push(callback));
  const printed = print();
  expect(held()).toBe(1);
  callbacks[0]?.(true, '');
  await printed;
  await settle();
  expect(held()).toBe(0);
});

test('a page that ends meanwhile ends its print, and its listeners are gone', async () => {
  const { print, contents } = printingWith(() => undefined);
  const printed = print();
  contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  expect(await printed).toMatchObject({ kind: 'failed' });
  expect(contents.eventNames()).toEqual([]);
});

test('what print throws, and a window that is not there, are failures with their reason', async () => {
  const { print, printing } = printingWith(() => {
    throw new Error('usePrinterDefaultPageSize cannot be combined with pageSize');
  });
  expect(await print()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('cannot be combined') });
  expect(await printing.receipt(undefined)).toMatchObject({ kind: 'failed' });
});
