/** The fake bridge in a page test, as `window.fake`. */
export interface FakeBridge {
  /** Calls of the most recently opened window. */
  readonly calls: readonly { readonly name: string; readonly ask: unknown }[];
  /** Responses of main from now on, by call name: a value, or a complete outcome. */
  readonly answers: Record<string, unknown>;
  /** Resolves after the tasks queued so far. Size-dependent drawing comes later: await `settled`. */
  push(snapshot: unknown): Promise<void>;
  /**
   * Resolves when the page layout is stable: size-dependent parts adjust in the next frame, and React renders them in
   * several steps. Uses the real clock even if the page has a fake clock.
   */
  settled(): Promise<void>;
  /** React commits since the page was loaded. */
  readonly commits: number;
  /** Run before the window opens again, to restore page state that a test has changed. */
  readonly undos: (() => void)[];
  /** Installs a new bridge for the next opening of the window. The previous bridge answers no more calls. */
  begin(script: Script): void;
  /** Resolves when the window has drawn its first snapshot, with all texts, and listens. */
  readonly drawn: Promise<void>;
}

declare global {
  var fake: FakeBridge;
}

export interface Script {
  readonly event: string;
  readonly snapshot: { readonly language: string };
  readonly answers: Readonly<Record<string, unknown>>;
}

/**
 * Runs in the page before its scripts, so the function must not use anything from outside: main's side of the contract,
 * as a list of prepared responses. A call with the response "never" stays pending.
 */
export function installFakeBridge(first: Script): void {
  const requestFrame = window.requestAnimationFrame.bind(window);
  let commits = 0;
  let now = openedWith(first);

  function openedWith({ event, snapshot, answers }: Script) {
    const calls: { name: string; ask: unknown }[] = [];
    const listeners = new Set<(body: unknown) => void>();
    const mine = { calls, listeners, answers: { ...answers }, drawn: Promise.resolve(), afterEffects() {} };
    let told = false;
    mine.drawn = new Promise((resolve) => {
      mine.afterEffects = () => {
        // The content of index.html before the scripts run has its own class.
        const shown = document.querySelector(`html[lang="${snapshot.language}"] #root > :not(.first-paint)`);
        if (told && shown !== null) resolve();
      };
    });
    const bridge = {
      call(name: string, ask: unknown): Promise<unknown> {
        if (name === event) {
          told = true;
          return Promise.resolve({ ok: true, value: snapshot });
        }
        calls.push({ name, ask });
        const given = now === mine ? mine.answers[name] : 'never';
        if (given === 'never') return new Promise(() => undefined);
        const nothing = name === 'payments.history' ? { steps: [], whole: true } : {};
        return Promise.resolve(given ?? nothing).then((answer) =>
          Object.hasOwn(Object(answer), 'ok') ? answer : { ok: true, value: answer },
        );
      },
      handIn: (file: File): Promise<unknown> => bridge.call('provision.hand-in', { name: file.name }),
      on(name: string, listener: (body: unknown) => void): () => void {
        if (name === event) listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    Object.assign(window, { tillmate: bridge });
    return mine;
  }

  /** Unlike a timer, a message does not depend on the page's clock. */
  function afterWaitingTasks(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    });
  }

  const fake: FakeBridge = {
    get commits() {
      return commits;
    },
    get calls() {
      return now.calls;
    },
    get answers() {
      return now.answers;
    },
    get drawn() {
      return now.drawn;
    },
    push(next) {
      for (const listener of now.listeners) listener(next);
      return afterWaitingTasks();
    },
    async settled() {
      for (let before = -1; before !== commits; ) {
        before = commits;
        await new Promise((drawn) => requestFrame(drawn));
        // The frame's own measurements come after its callbacks, and React draws the results after the measurements.
        await afterWaitingTasks();
        await afterWaitingTasks();
      }
    },
    undos: [],
    begin(script) {
      for (const undo of fake.undos.splice(0)) undo();
      now = openedWith(script);
    },
  };
  // React reports every commit and the effects after each commit to its developer tools, in production builds too.
  const tools = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => {
      commits += 1;
    },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => now.afterEffects(),
  };
  Object.assign(window, { fake, __REACT_DEVTOOLS_GLOBAL_HOOK__: tools });
}
