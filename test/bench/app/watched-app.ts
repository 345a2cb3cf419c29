import { join } from 'node:path';
import { launchApp, type RunningApp } from '../../e2e/harness/index.ts';
import { largestPaintAt } from './page-clock.ts';

/** What the main scripts beside this file tell. */
type Fact =
  | { readonly kind: 'loading'; readonly at: number }
  | {
      readonly kind: 'answer';
      readonly method: string;
      readonly path: string;
      readonly at: number;
      readonly tookMs: number;
    };

type Script = 'watched-main.mjs' | 'bare-main.mjs';

export interface WatchedApp {
  readonly app: RunningApp;
  /** When main began to load, ms since the epoch. */
  loadingAt(): number;
  /** The service's answers so far, with the time from the request's head leaving to the answer's head arriving. */
  answers(): readonly Extract<Fact, { readonly kind: 'answer' }>[];
}

/** Starts the built app in training mode with a main script that tells what it sees. Only the host runs such a script. */
export async function launchWatched(script: Script, userDataDir?: string): Promise<WatchedApp> {
  const folder = userDataDir === undefined ? {} : { userDataDir };
  const app = await launchApp({ args: ['--training'], script: join(import.meta.dirname, script), ...folder });
  const facts = () => [...app.output().matchAll(/^WATCHED (.*)$/gm)].map(([, text = '']) => JSON.parse(text) as Fact);
  return {
    app,
    loadingAt: () => facts().find((one) => one.kind === 'loading')?.at ?? Number.NaN,
    answers: () => facts().filter((one) => one.kind === 'answer'),
  };
}

/** ms from the main script beginning to load to the last of both windows painted. */
export async function startedMs(script: Script, userDataDir?: string): Promise<number> {
  const { app, loadingAt } = await launchWatched(script, userDataDir);
  try {
    if (script === 'watched-main.mjs') {
      await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
      await app.display.getByText('Welcome').waitFor();
    }
    return Math.max(await largestPaintAt(app.till), await largestPaintAt(app.display)) - loadingAt();
  } finally {
    await app.stop();
  }
}
