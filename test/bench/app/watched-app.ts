import { join } from 'node:path';
import { z } from 'zod';
import { launchApp, type RunningApp } from '../../e2e/harness/index.ts';

const fact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loading'), at: z.number() }),
  z.object({ kind: z.literal('answer'), method: z.string(), path: z.string(), at: z.number(), tookMs: z.number() }),
]);
type Fact = z.infer<typeof fact>;
export type ServiceAnswer = Extract<Fact, { readonly kind: 'answer' }>;

export interface WatchedApp {
  readonly app: RunningApp;
  /** When main began to load, ms since the epoch. */
  loadingAt(): number;
  /** The service's answers so far, with the time from the request's head leaving to the answer's head arriving. */
  answers(): readonly ServiceAnswer[];
}

/** Starts the built app in training mode with a main script that tells what it sees. Only the host runs such a script. */
export async function launchWatched(script: 'watched-main.mjs' | 'bare-main.mjs'): Promise<WatchedApp> {
  const app = await launchApp({ args: ['--training'], script: join(import.meta.dirname, script) });
  const facts = () =>
    app
      .output()
      .split('\n')
      .filter((line) => line.startsWith('WATCHED '))
      .map((line) => fact.parse(JSON.parse(line.slice('WATCHED '.length))));
  return {
    app,
    loadingAt: () => facts().find((one) => one.kind === 'loading')?.at ?? Number.NaN,
    answers: () => facts().filter((one) => one.kind === 'answer'),
  };
}
