import type { RegisterPayment, TillStatus } from '../register-payment.ts';
import type { SharedFolder } from './shared-folder.ts';

export interface Problem {
  readonly problem: { readonly code: string; readonly message: string };
  /** The payment of the key, if any. */
  readonly payment?: RegisterPayment | undefined;
}

interface Answer {
  readonly name: string;
  /** The older answer, replaced by this. */
  readonly other: string;
  readonly data: object;
}

/**
 * The till's answers in `out`: for each request either `BASE.json` or `BASE.problem.json`, whichever is newer. After a
 * fault of the disk an answer is written later.
 */
export class FolderAnswers {
  readonly #folder: SharedFolder;
  readonly #pending = new Map<string, Answer>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: SharedFolder) {
    this.#folder = folder;
  }

  answer(base: string, data: RegisterPayment | TillStatus): void {
    this.#put(base, { name: `${base}.json`, other: `${base}.problem.json`, data });
  }

  refuse(base: string, data: Problem): void {
    this.#put(base, { name: `${base}.problem.json`, other: `${base}.json`, data });
  }

  /** Writes the pending answers. Rejects with faults of the disk. */
  async flush(): Promise<void> {
    const fault = await this.#writeAll();
    if (fault !== undefined) throw fault;
  }

  /** Removes older refusals: a register would read them as answers to a later request. Rejects with faults of the disk. */
  clearProblems(...bases: readonly string[]): Promise<void> {
    return this.#next(async () => {
      for (const base of bases) {
        const problem = `${base}.problem.json`;
        if (this.#pending.get(base)?.name === problem) this.#pending.delete(base);
        await this.#folder.remove('out', problem);
      }
    });
  }

  #writeAll(): Promise<unknown> {
    return this.#next(async () => {
      let fault: unknown;
      for (const [base, answer] of this.#pending)
        await this.#write(base, answer).catch((thrown: unknown) => {
          fault = thrown;
        });
      return fault;
    });
  }

  async #write(base: string, answer: Answer): Promise<void> {
    await this.#folder.write('out', answer.name, JSON.stringify(answer.data, undefined, 2));
    await this.#folder.remove('out', answer.other);
    if (this.#pending.get(base) === answer) this.#pending.delete(base);
  }

  #put(base: string, answer: Answer): void {
    this.#pending.set(base, answer);
    void this.#writeAll();
  }

  #next<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
