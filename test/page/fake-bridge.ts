/** What a page test can see and do through the fake bridge, as `window.fake`. */
export interface FakeBridge {
  readonly calls: { readonly name: string; readonly ask: unknown }[];
  /** Main's answers from now on, by call name. */
  readonly answers: Record<string, unknown>;
  push(snapshot: unknown): void;
  /** How often React has drawn anything since the page opened. */
  readonly commits: number;
}

interface Script {
  readonly event: string;
  readonly snapshot: unknown;
  readonly answers: Record<string, unknown>;
}

/**
 * Runs in the page before its scripts, so it must hold on to nothing outside itself: main's side of the contract, as a
 * list of prepared outcomes. An answer of the text "never" stays under way.
 */
export function installFakeBridge({ event, snapshot, answers }: Script): void {
  const listeners = new Set<(body: unknown) => void>();
  const calls: { name: string; ask: unknown }[] = [];
  const bridge = {
    call(name: string, ask: unknown): Promise<unknown> {
      if (name === event) return Promise.resolve({ ok: true, value: snapshot });
      calls.push({ name, ask });
      const answer = answers[name];
      if (answer === 'never') return new Promise(() => undefined);
      const nothing = name === 'payments.history' ? { steps: [], whole: true } : {};
      return Promise.resolve(answer ?? { ok: true, value: nothing });
    },
    handIn(file: File): Promise<unknown> {
      return bridge.call('provision.hand-in', { name: file.name });
    },
    on(name: string, listener: (body: unknown) => void): () => void {
      if (name === event) listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  // React tells its developer tools of every commit, in a production build too.
  let commits = 0;
  const tools = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => {
      commits += 1;
    },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  };
  const fake: FakeBridge = {
    get commits() {
      return commits;
    },
    calls,
    answers,
    push: (next) => {
      for (const listener of listeners) listener(next);
    },
  };
  Object.assign(window, { tillmate: bridge, fake, __REACT_DEVTOOLS_GLOBAL_HOOK__: tools });
}
