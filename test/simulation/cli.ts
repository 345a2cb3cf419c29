import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { playSeeds, traceSeed } from './play-seeds.ts';
import { figureLines, replayCommand } from './report.ts';

const USAGE = `npm run simulate -- [--seeds N] [--from N] [--jobs N]   plays N seeds, stops at the first that fails
npm run simulate -- --fresh [--seeds N]                 from a start that the clock gives
npm run simulate -- --seed N [--trace]                  plays one seed again`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20000' },
    from: { type: 'string', default: '0' },
    fresh: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(USAGE);
else if (values.seed === undefined) process.exitCode = await playMany();
else process.exitCode = await playOne(wholeNumber('seed', values.seed));

async function playMany(): Promise<number> {
  const begun = performance.now();
  const from = values.fresh ? Math.floor(Date.now() / 1_000) : wholeNumber('from', values.from);
  console.log(`From seed ${from}`);
  let printed = begun;
  const result = await playSeeds({
    seeds: wholeNumber('seeds', values.seeds),
    from,
    jobs: wholeNumber('jobs', values.jobs),
    onProgress: (seeds) => {
      if (performance.now() - printed < 10_000) return;
      printed = performance.now();
      console.error(`${seeds} seeds, ${Math.round((printed - begun) / 1_000)} s`);
    },
  });
  for (const line of figureLines(result, (performance.now() - begun) / 1_000)) console.log(line);
  if (result.failed === undefined) return 0;
  const { trace } = await traceSeed(result.failed.seed);
  console.log(`\nSeed ${result.failed.seed} failed: ${result.failed.fault}\n\n${trace.join('\n')}\n`);
  console.log(`Again: ${replayCommand(result.failed.seed)}`);
  return 1;
}

async function playOne(seed: number): Promise<number> {
  const { trace, fault } = await traceSeed(seed);
  if (values.trace) console.log(trace.join('\n'));
  console.log(fault === undefined ? `Seed ${seed} holds.` : `Seed ${seed} failed: ${fault}`);
  return fault === undefined ? 0 : 1;
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`--${name} is a whole number, not "${text}".\n${USAGE}`);
}
