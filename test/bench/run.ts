/**
 * `npm run bench [-- NAMES]`: runs every file of this folder that exports `name` and `bench` (or only names that
 * contain an item of NAMES), prints a table and writes out/bench/figures.json. Exits with 1 when a bar is missed. With
 * `--short`, runs each bench with few repetitions and ignores the bars: checks only that all benches work.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../tools/build/ensure-built.mjs';
import type { Bench, Row } from './result-row.ts';
import { table } from './result-table.ts';

const root = join(import.meta.dirname, '..', '..');
if ((await ensureBuilt(root)) === 'failed') process.exit(1);

const { positionals: wanted, values } = parseArgs({ allowPositionals: true, options: { short: { type: 'boolean' } } });
if (values.short) process.env['TILLMATE_BENCH'] = 'short';
const chosen = (await benches()).filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
if (chosen.length === 0) {
  console.error(`No bench is called ${wanted.join(' or ')}.`);
  process.exit(2);
}

const rows: Row[] = [];
const broken: { readonly name: string; readonly why: string }[] = [];
const waiting = chosen.values();
// The short form measures no speed, and its apps mostly wait: run three benches in parallel.
await Promise.all(Array.from({ length: values.short ? 3 : 1 }, measure));

const folder = join(root, 'out', values.short ? 'bench-short' : 'bench');
mkdirSync(folder, { recursive: true });
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
};
const file = join(folder, 'figures.json');
const figures = {
  at: new Date().toISOString(),
  node: process.version,
  platform: process.platform,
  machine,
  rows,
  broken,
};
writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);

console.log(`\n${table(rows)}\n\n${machine.cores} × ${machine.cpu}, Node ${process.version}. Also in ${file}.`);
for (const { name, why } of broken) console.error(`\n${name} could not be measured: ${why}`);
process.exit(broken.length > 0 || (!values.short && rows.some((row) => !row.ok)) ? 1 : 0);

async function measure(): Promise<void> {
  for (const { name, bench } of waiting) {
    const started = performance.now();
    console.log(`Measuring ${name}`);
    try {
      rows.push(...(await bench()));
      console.log(`Measured ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    } catch (thrown) {
      console.log(`${name} failed`);
      broken.push({ name, why: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
    }
  }
}

async function benches(): Promise<readonly Bench[]> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'run.ts',
  );
  const modules: unknown[] = [];
  for (const file of files.sort()) modules.push(await import(pathToFileURL(join(import.meta.dirname, file)).href));
  return modules.filter(isBench);
}

function isBench(module: unknown): module is Bench {
  return (
    typeof module === 'object' &&
    module !== null &&
    'name' in module &&
    typeof module.name === 'string' &&
    'bench' in module &&
    typeof module.bench === 'function'
  );
}
