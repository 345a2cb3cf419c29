import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Clock, systemClock } from '../../main/base/clock.ts';
import { RegisterFolder } from '../../main/register/folder/register-folder.ts';
import { silent } from '../sale/counter.ts';
import { CounterWithRegisters, wanted } from './counter-with-registers.ts';

/** The disk and the polling clock are real; waiting times pass ten times as fast. */
const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() * 10 };

export class WatchedFolder {
  readonly till = new CounterWithRegisters();
  readonly root = mkdtempSync(join(tmpdir(), 'register-'));
  readonly path = join(this.root, 'share');
  watched: RegisterFolder | undefined;

  constructor() {
    mkdirSync(this.path);
  }

  watch(more: Partial<ConstructorParameters<typeof RegisterFolder>[0]> = {}): RegisterFolder {
    this.watched = new RegisterFolder({
      folder: this.path,
      oldestMs: 600_000,
      payments: this.till.payments,
      register: { id: 'folder', name: 'Register' },
      clock,
      log: silent,
      changed: () => undefined,
      ...more,
    });
    return this.watched;
  }

  async close(): Promise<void> {
    const closing = this.watched?.close();
    this.watched = undefined;
    await this.till.counter.clock.advance(10);
    await closing;
  }

  async end(): Promise<void> {
    await this.close();
    rmSync(this.root, { recursive: true });
  }

  put(name: string, content: object | string | Buffer): void {
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    mkdirSync(join(this.path, 'in'), { recursive: true });
    writeFileSync(join(this.path, 'in', `${name}.tmp`), text);
    renameSync(join(this.path, 'in', `${name}.tmp`), join(this.path, 'in', name));
  }

  out(name: string): Record<string, unknown> | undefined {
    const path = join(this.path, 'out', name);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  }

  names(...place: readonly string[]): readonly string[] {
    const path = join(this.path, ...place);
    const all = existsSync(path) ? readdirSync(path) : [];
    return all.filter((name) => name.includes('.') && !name.startsWith('.tillmate-'));
  }

  /** Returns the requests that are neither processed nor refused. */
  left = (): readonly string[] => [...this.names('in'), ...this.names('in', 'taken')];

  /** Waits for an answer while the till's clock runs. */
  async told(name: string, like: object): Promise<void> {
    const now = async () => {
      await this.till.counter.clock.advance(1);
      return this.out(name);
    };
    await expect.poll(now, { timeout: 5_000 }).toMatchObject(like);
  }

  async charged(key = 'A1', cents = 420): Promise<void> {
    this.put(`${key}.json`, wanted(cents));
    await this.told(`${key}.json`, { key, state: 'creating', amountCents: cents });
  }
}
