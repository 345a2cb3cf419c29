import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { fileSink, type LogFiles } from '../../main/support/rotating-log-file.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

type Step = keyof LogFiles;

/** The real disk with failing steps. Checks that a handle is used and closed only while open. */
class FailingFiles implements LogFiles {
  readonly asked: Step[] = [];
  readonly #ours = new Set<number>();
  readonly #fails: (step: Step, path: string) => string | undefined;

  constructor(fails: (step: Step, path: string) => string | undefined) {
    this.#fails = fails;
  }

  get held(): number {
    return this.#ours.size;
  }

  open(path: string): number {
    this.#step('open', path);
    const handle = openSync(path, 'a', 0o600);
    this.#ours.add(handle);
    return handle;
  }

  size(handle: number): number {
    this.#own('size', handle);
    return fstatSync(handle).size;
  }

  append(handle: number, line: string): void {
    this.#own('append', handle);
    appendFileSync(handle, line);
  }

  empty(handle: number): void {
    this.#own('empty', handle);
    ftruncateSync(handle, 0);
  }

  /** A failed close has still closed the file, as on Linux. */
  close(handle: number): void {
    expect(this.#ours.delete(handle)).toBe(true);
    closeSync(handle);
    this.#step('close', '');
  }

  exists(path: string): boolean {
    return existsSync(path);
  }

  rename(from: string, to: string): void {
    this.#step('rename', from);
    renameSync(from, to);
  }

  #own(step: Step, handle: number): void {
    expect(this.#ours.has(handle)).toBe(true);
    this.#step(step, '');
  }

  #step(step: Step, path: string): void {
    this.asked.push(step);
    const code = this.#fails(step, path);
    if (code !== undefined) throw Object.assign(new Error(`${code}: ${step} ${path}`), { code });
  }
}

const LINES = 200;
const lineOf = (number: number) => `line ${String(number).padStart(3, '0')}\n`;
const names = () =>
  readdirSync(folder)
    .filter((name) => name.startsWith('tillmate'))
    .sort();
const text = () =>
  names()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');

test('a failed rotation does not damage a journal opened later', () => {
  for (const number of [1, 2, 3, 4, 5]) mkdirSync(join(folder, `tillmate.${number}.log`, 'held'), { recursive: true });
  const sink = fileSink(folder, { largestBytes: 20, say: () => undefined });
  sink.write('a line that fills the log\n');
  sink.write('a line that finds it full\n');
  const options = {
    file: join(folder, 'journal.sqlite'),
    disk: systemDisk,
    clock: new VirtualClock(),
    random: new SeededRandom(7),
    terminal: { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' },
  };
  const journal = openJournal(options);
  for (let line = 0; line < 20; line += 1) {
    sink.write(`line ${line} of the log\n`);
    journal.record({ type: 'callback.seen', jti: String(line), untilMs: 1e15 });
  }
  const another = openSync(join(folder, 'another file'), 'w');
  journal.close();
  expect(fstatSync(another).size).toBe(0);
  closeSync(another);
  const again = openJournal(options);
  expect(again.opening).toEqual({ created: false, rebuilt: false });
  expect(again.check()).toMatchObject({ ok: true, events: 21 });
  again.close();
  sink.close();
});

test('rotates a full file and deletes the oldest', () => {
  const sink = fileSink(folder, { largestBytes: 20 });
  for (let line = 0; line < 20; line += 1) sink.write(`line ${line} of the log\n`);
  sink.close();
  expect(names()).toEqual([...[1, 2, 3, 4, 5].map((number) => `tillmate.${number}.log`), 'tillmate.log']);
  expect(readFileSync(join(folder, 'tillmate.log'), 'utf8')).toContain('line 19');
});

test('counts the size left by earlier runs', () => {
  for (let run = 0; run < 4; run += 1) {
    const sink = fileSink(folder, { largestBytes: 20 });
    sink.write(lineOf(run));
    sink.close();
  }
  expect(names()).toEqual(['tillmate.1.log', 'tillmate.log']);
});

describe('a rotation that the disk interrupts', () => {
  const steps: readonly (readonly [string, (step: Step, path: string, opened: boolean) => boolean])[] = [
    ['renaming the newest', (step, path) => step === 'rename' && path.endsWith('tillmate.log')],
    ['renaming the second', (step, path) => step === 'rename' && path.endsWith('tillmate.1.log')],
    ['renaming the oldest that is kept', (step, path) => step === 'rename' && path.endsWith('tillmate.4.log')],
    ['renaming any', (step) => step === 'rename'],
    ['opening the next', (step, _path, opened) => step === 'open' && opened],
    ['closing the last', (step) => step === 'close'],
    ['measuring the next', (step) => step === 'size'],
  ];

  test.each(steps)('at %s: loses no line and recovers', (_at, fails) => {
    const said: string[] = [];
    let broken = false;
    let opened = false;
    const files = new FailingFiles((step, path) => (broken && fails(step, path, opened) ? 'EBUSY' : undefined));
    const largestBytes = 20 * lineOf(0).length;
    const sink = fileSink(folder, { largestBytes, files, say: (line) => void said.push(line) });
    opened = true;
    let next = 0;
    const write = (count: number) => {
      for (const end = next + count; next < end; next += 1) sink.write(lineOf(next));
    };
    const expectAll = (from: number) => {
      const kept = text();
      for (let line = from; line < next; line += 1) expect(kept).toContain(lineOf(line));
    };
    // Write files of every number, so that every step is reached.
    write(LINES);
    broken = true;
    const before = files.asked.length;
    write(60);
    const appended = files.asked.slice(before).filter((step) => step === 'append').length;
    const tried = files.asked.slice(before).filter((step) => step === 'rename' || step === 'open').length;
    expect(appended).toBe(60);
    // The rotation is tried once, then again after each fifth of the maximum size.
    expect(tried).toBeLessThan(40);
    expect(said.length).toBeGreaterThan(0);
    expectAll(LINES);
    broken = false;
    write(40);
    expectAll(LINES);
    expect(readFileSync(join(folder, 'tillmate.log')).length).toBeLessThanOrEqual(largestBytes);
    sink.close();
    expect(files.held).toBe(0);
  });
});

test('a log without rotation restarts in place when large', () => {
  const files = new FailingFiles((step) => (step === 'rename' ? 'EBUSY' : undefined));
  const sink = fileSink(folder, { largestBytes: 20, files, say: () => undefined });
  for (let line = 0; line < LINES; line += 1) sink.write(lineOf(line));
  sink.close();
  expect(readFileSync(join(folder, 'tillmate.log')).length).toBeLessThan(6 * 20 + lineOf(0).length);
  expect(text()).toContain(lineOf(LINES - 1));
});

test('a full disk loses lines, with a single message', () => {
  const said: string[] = [];
  let full = false;
  const files = new FailingFiles((step) => (full && step === 'append' ? 'ENOSPC' : undefined));
  const sink = fileSink(folder, { files, say: (line) => void said.push(line) });
  full = true;
  for (let line = 0; line < 20; line += 1) sink.write('lost\n');
  expect(said).toHaveLength(1);
  full = false;
  sink.write('kept\n');
  sink.close();
  expect(text()).toBe('kept\n');
});

test('after closing, lines go to the console', () => {
  const said: string[] = [];
  const sink = fileSink(folder, { say: (line) => void said.push(line) });
  sink.close();
  const another = openSync(join(folder, 'another file'), 'w');
  sink.write('late\n');
  sink.close();
  expect(said).toEqual(['late']);
  expect(fstatSync(another).size).toBe(0);
  closeSync(another);
});
