import { expect, test } from 'vitest';
import { goBackAndEnd } from '../../main/updates/go-back-and-end.ts';

test.each([
  ['done, by what ends the app itself', 'done', true, []],
  ['done', 'done', false, ['quit']],
  ['not done', 'not-done', true, ['again', 'quit']],
  ['failed', 'failed', false, ['again', 'quit']],
] as const)('going back that is %s', async (_name, outcome, endsItself, calls) => {
  const called: string[] = [];
  const app = { startAgain: () => void called.push('again'), quit: () => void called.push('quit') };
  const wentBack = outcome === 'failed' ? Promise.reject(new Error('disk full')) : Promise.resolve(outcome === 'done');
  await goBackAndEnd(app, wentBack, endsItself);
  expect(called).toEqual(calls);
});
