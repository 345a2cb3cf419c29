import { join } from 'node:path';
import { launchApp, type RunningApp } from '../../e2e/harness/index.ts';
import { largestPaintAt } from './page-clock.ts';

/** Events that the main scripts of this folder write to stdout. */
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
  /** When main began to load, in ms since the epoch. */
  loadingAt(): number;
  /** Responses of the service so far; `tookMs` from sent request headers to received response headers. */
  answers(): readonly Extract<Fact, { readonly kind: 'answer' }>[];
}

/**
 * Starts the built app in training mode with a main script that reports events. Works only with the host, not an
 * installed app.
 */
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

/** Returns the ms from the start of the main script until both windows are painted. */
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
