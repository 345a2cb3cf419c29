import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createPrinting } from '../../main/shell/print.ts';
import type { PrintRequest } from '../../main/windows/paper.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';

type TillWindow = ReturnType<Parameters<typeof createPrinting>[0]['till']>;
type Contents = NonNullable<TillWindow>['webContents'];
type WebContentsPrintOptions = NonNullable<Parameters<Contents['print']>[0]>;
type PrintToPDFOptions = Parameters<Contents['printToPDF']>[0];
type Print = (options: WebContentsPrintOptions, callback: (success: boolean, reason: string) => void) => void;

const asSet: PrintRequest = { paper: '80mm', heightMm: 130, printer: '', silent: false };

function printingWith(print: Print, printToPDF: (options: PrintToPDFOptions) => Promise<Buffer> = neverAsked) {
  const clock = new VirtualClock();
  let held = 0;
  const getPrintersAsync = async () => [
    { name: 'ROLL', displayName: 'Roll at the till' },
    { name: 'BARE', displayName: '' },
  ];
  const contents = Object.assign(new EventEmitter(), { print, printToPDF, getPrintersAsync });
  const window = { webContents: contents, isDestroyed: () => false } as unknown as TillWindow;
  const hold = () => {
    held += 1;
    return () => {
      held -= 1;
    };
  };
  const paper = createPrinting({ clock, hold, till: () => window });
  const orphan = createPrinting({ clock, hold, till: () => undefined });
  return { clock, contents, paper, orphan, print: (wish = asSet) => paper.print(wish), held: () => held };
}

const neverAsked = () => Promise.reject(new Error('nobody asked for a PDF'));

test.each<readonly [string, Partial<PrintRequest>, WebContentsPrintOptions]>([
  [
    'with the dialog, the printer’s own: with any other option Electron would take A4',
    {},
    { silent: false, usePrinterDefaultPageSize: true },
  ],
  [
    'on a roll of 80 mm, as long as the sheet',
    { silent: true },
    { silent: true, pageSize: { width: 80_000, height: 130_000 } },
  ],
  [
    'on a roll of 58 mm',
    { silent: true, paper: '58mm' },
    { silent: true, pageSize: { width: 58_000, height: 130_000 } },
  ],
  [
    'on a roll, never wider than long, or a driver would turn it',
    { silent: true, heightMm: 40 },
    { silent: true, pageSize: { width: 80_000, height: 80_000 } },
  ],
  ['on A4', { silent: true, paper: 'A4' }, { silent: true, pageSize: 'A4' }],
  [
    'on the printer that was chosen',
    { silent: true, paper: 'A4', printer: 'ROLL' },
    { silent: true, pageSize: 'A4', deviceName: 'ROLL' },
  ],
])('requests the paper %s', async (_which, wish, options) => {
  const asked: object[] = [];
  const { print } = printingWith((given, callback) => {
    asked.push(given);
    callback(true, '');
  });
  expect(await print({ ...asSet, ...wish })).toEqual({ kind: 'printed' });
  expect(asked).toEqual([{ printBackground: false, ...options }]);
});

test('never prints elsewhere when the chosen printer is gone', async () => {
  const { print, paper } = printingWith(() => expect.unreachable('printed all the same'));
  expect(await print({ ...asSet, silent: true, printer: 'SOLD' })).toMatchObject({ kind: 'printer-gone' });
  expect(await paper.printers()).toEqual([
    { name: 'ROLL', label: 'Roll at the till' },
    { name: 'BARE', label: 'BARE' },
  ]);
});

test('a PDF has the sheet’s size in inches, without margins', async () => {
  const asked: PrintToPDFOptions[] = [];
  const { paper } = printingWith(
    () => undefined,
    async (options) => {
      asked.push(options);
      return Buffer.from('%PDF-');
    },
  );
  expect(Buffer.from(await paper.pdf({ paper: '58mm', heightMm: 254 })).toString()).toBe('%PDF-');
  await paper.pdf({ paper: 'A4', heightMm: 20 });
  const margins = { top: 0, bottom: 0, left: 0, right: 0 };
  expect(asked).toMatchObject([
    { margins, pageSize: { width: 58 / 25.4, height: 10 } },
    { margins, pageSize: { width: 210 / 25.4, height: 297 / 25.4 } },
  ]);
});

test('refuses a second print while the first runs', async () => {
  const callbacks: ((success: boolean, reason: string) => void)[] = [];
  const { print, paper } = printingWith((_options, callback) => void callbacks.push(callback));
  const first = print();
  expect(await print()).toMatchObject({ kind: 'busy' });
  await expect(paper.pdf(asSet)).rejects.toMatchObject({ code: 'receipt.busy' });
  callbacks[0]?.(false, 'Print job canceled');
  expect(await first).toEqual({ kind: 'cancelled' });
  const next = print();
  await settle();
  callbacks[1]?.(true, '');
  expect(await next).toEqual({ kind: 'printed' });
});

test('gives up after three minutes without a callback', async () => {
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

test('the page may be unresponsive only while printing', async () => {
  const callbacks: ((success: boolean, reason: string) => void)[] = [];
  const { print, held } = printingWith((_options, callback) => void callbacks.push(callback));
  const printed = print();
  expect(held()).toBe(1);
  callbacks[0]?.(true, '');
  await printed;
  await settle();
  expect(held()).toBe(0);
});

test('ending the page fails its print or PDF', async () => {
  const { print, paper, contents } = printingWith(
    () => undefined,
    () => new Promise(() => undefined),
  );
  const printed = print();
  contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  expect(await printed).toMatchObject({ kind: 'failed' });
  const pdf = paper.pdf(asSet);
  pdf.catch(() => undefined);
  contents.emit('destroyed');
  await expect(pdf).rejects.toMatchObject({ code: 'receipt.failed' });
  expect(contents.eventNames()).toEqual([]);
});

test('reports a print exception or missing window as failure', async () => {
  const { print, orphan } = printingWith(() => {
    throw new Error('usePrinterDefaultPageSize cannot be combined with pageSize');
  });
  expect(await print()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('cannot be combined') });
  expect(await orphan.print(asSet)).toMatchObject({ kind: 'failed' });
  expect(await orphan.printers()).toEqual([]);
});
