import { expect, test } from 'vitest';
import { goBackAndEnd } from '../../main/updates/go-back-and-end.ts';

test.each([
  ['done, by what ends the app itself', async () => true, true, []],
  ['done', async () => true, false, ['quit']],
  ['not done', async () => false, true, ['again', 'quit']],
  ['failed', () => Promise.reject(new Error('disk full')), false, ['again', 'quit']],
] as const)('going back that is %s', async (_name, wentBack, endsItself, calls) => {
  const called: string[] = [];
  const app = { startAgain: () => void called.push('again'), quit: () => void called.push('quit') };
  await goBackAndEnd(app, wentBack(), endsItself);
  expect(called).toEqual(calls);
});
