import type { SharedFolder } from './shared-folder.ts';

type Kind = 'answer' | 'problem';

/** Per request either `BASE.json` or `BASE.problem.json`, whichever is newer. A disk fault delays a response. */
export class FolderAnswers {
  readonly #folder: SharedFolder;
  readonly #pending = new Map<string, { readonly kind: Kind; readonly data: object }>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: SharedFolder) {
    this.#folder = folder;
  }

  put(base: string, kind: Kind, data: object): void {
    this.#pending.set(base, { kind, data });
    // The next look tries again and reports the fault.
    this.flush().catch(() => undefined);
  }

  /** Rejects with the last disk fault. */
  flush(): Promise<void> {
    return this.#next(async () => {
      let fault: unknown;
      for (const [base, answer] of this.#pending)
        try {
          await this.#folder.write('out', fileOf(base, answer.kind), JSON.stringify(answer.data, undefined, 2));
          await this.#folder.remove('out', fileOf(base, answer.kind === 'answer' ? 'problem' : 'answer'));
          if (this.#pending.get(base) === answer) this.#pending.delete(base);
        } catch (thrown) {
          fault = thrown;
        }
      if (fault !== undefined) throw fault;
    });
  }

  /** A register would read older refusals as responses to a later request. Rejects with disk faults. */
  clearProblems(...bases: readonly string[]): Promise<void> {
    return this.#next(async () => {
      for (const base of bases) {
        if (this.#pending.get(base)?.kind === 'problem') this.#pending.delete(base);
        await this.#folder.remove('out', fileOf(base, 'problem'));
      }
    });
  }

  /** Writes in turn: a running write must not restore a removed refusal. */
  #next(act: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function fileOf(base: string, kind: Kind): string {
  return kind === 'problem' ? `${base}.problem.json` : `${base}.json`;
}
