import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readLines } from '../../main/command-line/standard-input.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

function input() {
  const stream = new PassThrough();
  const clock = new VirtualClock();
  return { stream, clock, lines: (count: number) => readLines(stream, count, clock) };
}

test.each([
  ['ends of line of every system', 'a passphrase\r\n471147\n', ['a passphrase', '471147']],
  ['an end without one', 'a passphrase\n471147', ['a passphrase', '471147']],
  ['blanks, which may belong to a passphrase', '  a b \n471147\n', ['  a b ', '471147']],
  ['a byte-order mark', '\uFEFFpassphrase\n471147\n', ['passphrase', '471147']],
  ['more than is asked for', 'one\ntwo\nthree\n', ['one', 'two']],
  ['less than is asked for', 'one\n', ['one']],
  ['nothing', '', []],
  ['an empty line', '\n471147\n', ['', '471147']],
])('reads %s', async (_what, text, expected) => {
  const { stream, lines } = input();
  stream.end(text);
  expect(await lines(2)).toEqual(expected);
});

test('joins pieces without waiting for the end of the stream', async () => {
  const { stream, lines } = input();
  const read = lines(2);
  for (const piece of ['corr', 'ect h', 'orse\r', '\n4711', '47\n']) stream.write(piece);
  expect(await read).toEqual(['correct horse', '471147']);
});

test('times out on silence without quoting input', async () => {
  const { stream, clock, lines } = input();
  const read = lines(1);
  stream.write('half a passphr');
  const outcome = expect(read).rejects.toThrow(
    expect.objectContaining({
      code: 'provision.input',
      message: 'Standard input sent nothing for 10 seconds',
    }) as Error,
  );
  await clock.advance(10_000);
  await outcome;
});

test.each([
  ['input without end', Buffer.alloc(9_000, 'x')],
  ['bytes that are no text', Buffer.from([0x61, 0xff, 0xfe, 0x0a])],
])('refuses %s', async (_what, data) => {
  const { stream, lines } = input();
  stream.end(data);
  await expect(lines(1)).rejects.toMatchObject({ code: 'provision.input' });
});
