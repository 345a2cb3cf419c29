/** The fake bridge as a page test sees it, as `window.fake`. */
export interface FakeBridge {
  /** The calls of the window that was opened last. */
  readonly calls: readonly { readonly name: string; readonly ask: unknown }[];
  /** Main's answers from now on, by call name: a value, or an outcome whole. */
  readonly answers: Record<string, unknown>;
  /** Resolves when the tasks that wait by then have run: what fits itself to its room is drawn later, by `settled`. */
  push(snapshot: unknown): Promise<void>;
  /**
   * Once the page has been laid out as it is: what fits itself to its room does so in the frame after, which React draws by
   * and by. By the machine's clock, also where the page has another.
   */
  settled(): Promise<void>;
  /** Drawings of React since the page was loaded. */
  readonly commits: number;
  /** Run before the window opens anew: what gives back to the page what a test has changed in it. */
  readonly undos: (() => void)[];
  /** Gives the page another bridge, which the window takes when it opens next. The one before answers nothing more. */
  begin(script: Script): void;
  /** Once the window has drawn its first snapshot, with all texts, and listens. */
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
 * Runs in the page before its scripts, so it must hold on to nothing outside itself: main's side of the contract, as a
 * list of prepared answers. An answer of the text "never" stays under way.
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
        // A class of its own marks what index.html holds until the scripts have run.
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

  /** Unlike a timer, a message waits for no clock. */
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
        // The frame's own measurements come after its callbacks, and what React draws for them after that.
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
  // React tells its developer tools of every commit and of the effects after it, in a production build too.
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
