/**
 * `npm run mutate -- PLACE [...]`: mutates the sources of each folder or file and counts how many mutants the tests
 * kill: first the quick tests of the folder, then the simulation for the survivors.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Area, areaOf, root } from './areas.ts';
import { equivalents, sortOut } from './equivalent.ts';
import { plant } from './planted-fault.ts';
import { scores, survivors, table } from './score.ts';
import { simulate } from './simulate-survivors.ts';

const USAGE = `npm run mutate -- PLACE [...] [--seeds N] [--jobs N]
  PLACE    a folder or a file below main/, such as main/refund or main/service/signature-verifier.ts
  --seeds  how many seeds of the simulation what survives has to pass (300; 0: the quick tests only)
  --jobs   how many faults are looked at at once (2)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '300' },
    jobs: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || positionals.length === 0) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const [seeds, jobs] = [Number(values.seeds), Number(values.jobs)];
for (const place of positionals) await run(areaOf(place));

async function run(area: Area): Promise<void> {
  console.log(`\n— ${area.place}, with ${area.tests.join(' ')}`);
  const quick = await plant(area, jobs);
  const planted = area.simulated && seeds > 0 ? await simulate(quick, { seeds, jobs }) : quick;
  const sorted = sortOut(planted, equivalents());
  const rows = scores(area.place, sorted);
  console.log(`\n${survivors(sorted.counted)}\n\n${table(rows)}`);
  const silent = planted.filter(({ fate }) => fate === 'silent' || fate === 'no program').length;
  console.log(`Not counted: ${sorted.excused} that change nothing (equivalent.json), ${silent} in words of the log.`);
  for (const { entry, why } of sorted.wrong)
    console.log(`equivalent.json, ${entry.file}: ${why}\n  + ${entry.becomes}`);
  if (sorted.wrong.length > 0) process.exitCode = 1;
  write(area, { scores: rows, wrong: sorted.wrong, faults: planted.map(({ source: _source, ...rest }) => rest) });
}

function write(area: Area, report: object): void {
  const folder = join(root, 'out', 'mutation');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${area.place.replaceAll('/', '-')}.json`);
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`${file}`);
}
