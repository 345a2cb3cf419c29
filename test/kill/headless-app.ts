import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Answer, Ask, CallName, Outcome } from '../../preload/contract/contract.ts';
import type { TillSnapshot } from '../../preload/contract/views.ts';
import { projectRoot } from '../e2e/harness/runtime.ts';
import type { KillPoint } from './points-of-each-operation.ts';

export const builtApp = join(projectRoot, 'out/main/index.js');

export interface FromTest {
  readonly id: number;
  readonly call: string;
  readonly ask: unknown;
}

export type ToTest =
  | { readonly id: number; readonly outcome: unknown }
  | { readonly event: string; readonly body: unknown };

export interface StartOptions {
  readonly script: string;
  readonly userDataDir: string;
  readonly args?: readonly string[];
  readonly dieAt?: KillPoint | undefined;
}

function start({ script, userDataDir, args = [], dieAt }: StartOptions): ChildProcess {
  const register = pathToFileURL(join(import.meta.dirname, 'register.ts')).href;
  const ours = [`--user-data-dir=${userDataDir}`, '--no-customer-display', ...args];
  return spawn(process.execPath, ['--import', register, script, ...ours], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...(dieAt === undefined ? {} : { TILLMATE_KILL: JSON.stringify(dieAt) }) },
  });
}

/** Windows has no signals: a process that kills itself is reported with exit code 1. */
function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return process.platform === 'win32' && code === 1 ? 'SIGKILL' : String(signal ?? code);
}

/** The app's built, unchanged main process, without windows. */
export class HeadlessApp {
  /** Resolves with the exit code or the signal. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #asked = new Map<number, (outcome: Outcome<unknown>) => void>();
  readonly #waiting = new Set<() => void>();
  #last: TillSnapshot | undefined;
  #text = '';
  #over = false;

  constructor(options: StartOptions) {
    const child = start(options);
    this.#child = child;
    // `exit` may come before the last output; `close` does not.
    this.ended = once(child, 'close').then(([code, signal]) => howItEnded(code, signal));
    void this.ended.then(() => {
      this.#over = true;
      this.#look();
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#text += text;
      });
    child.on('message', (message) => this.#hear(message as ToTest));
  }

  /** Calls the app as the till window does; never resolves when the process ends first. */
  async call<Name extends CallName>(name: Name, ask: Ask<Name>): Promise<Answer<Name>> {
    const id = this.#asked.size;
    const outcome = await new Promise<Outcome<unknown>>((resolve) => {
      this.#asked.set(id, resolve);
      // A dead process accepts no message. The caller then waits for its end.
      if (this.#child.connected) this.#child.send({ id, call: name, ask }, () => undefined);
    });
    if (outcome.ok && name === 'till.snapshot') this.#take(outcome.value as TillSnapshot);
    if (outcome.ok) return outcome.value as Answer<Name>;
    throw new Error(`${name}: ${outcome.error.code}: ${outcome.error.message}`);
  }

  /**
   * Resolves with the first snapshot that `fits`, starting with the last one received. Rejects when the process ends.
   */
  async until(what: string, fits: (till: TillSnapshot) => boolean): Promise<TillSnapshot> {
    return await new Promise((resolve, reject) => {
      const look = () => {
        const last = this.#last;
        const fitting = last !== undefined && fits(last) ? last : undefined;
        if (fitting === undefined && !this.#over) return;
        this.#waiting.delete(look);
        if (fitting !== undefined) resolve(fitting);
        else reject(new Error(`The app ended before: ${what}.\n${this.#text}`));
      };
      this.#waiting.add(look);
      look();
    });
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  get last(): TillSnapshot | undefined {
    return this.#last;
  }

  output(): string {
    return this.#text;
  }

  #hear(message: ToTest): void {
    if ('id' in message) this.#asked.get(message.id)?.(message.outcome as Outcome<unknown>);
    else if (message.event === 'till.snapshot') this.#take(message.body as TillSnapshot);
  }

  #take(snapshot: TillSnapshot): void {
    if (this.#last !== undefined && this.#last.seq > snapshot.seq) return;
    this.#last = snapshot;
    this.#look();
  }

  #look(): void {
    for (const look of [...this.#waiting]) look();
  }
}
