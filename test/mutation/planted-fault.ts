import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { type Area, root } from './areas.ts';

/**
 * What became of a planted fault. `unreached`: no test runs its place. `silent`: it is in words that only a log has
 * (`ignore-words.mjs`), and was not planted.
 */
export type Fate = 'killed' | 'timed out' | 'survived' | 'unreached' | 'silent' | 'no program';

/** One fault that the program planted, and what the tests did about it. */
export interface Planted {
  /** From the project's root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly kind: string;
  /** The lines that it stands in, as they are and as they would be, in one line each. */
  readonly was: string;
  readonly becomes: string;
  /** The whole file with the fault in it. */
  readonly source: string;
  readonly fate: Fate;
}

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const fates: Readonly<Record<Result['status'], Fate>> = {
  Killed: 'killed',
  Timeout: 'timed out',
  Survived: 'survived',
  NoCoverage: 'unreached',
  Ignored: 'silent',
  CompileError: 'no program',
  RuntimeError: 'no program',
  Pending: 'unreached',
};

/** Plants fault after fault in an area's sources and lets its tests loose on each, in a copy of the project. */
export async function plant({ files, tests }: Area, jobs: number): Promise<readonly Planted[]> {
  process.env['MUTATION_TESTS'] = JSON.stringify(tests);
  process.env['MUTATION_FILES'] = JSON.stringify(files);
  const results = await new Stryker({
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'test/mutation/ignore-words.mjs')],
    ignorers: ['words'],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false, pool: 'threads' },
    // TypeScript 7 has no API for rewriting a tsconfig, and nothing here needs one: the name is of no file.
    tsconfigFile: 'no-tsconfig.json',
    mutate: [...files],
    ignorePatterns: ['out', 'dist', 'assets'],
    tempDirName: 'out/mutation/work',
    coverageAnalysis: 'perTest',
    concurrency: jobs,
    // Added to what the tests take. An endless loop is ended by its count, so this stops what waits for ever.
    timeoutMS: 10_000,
    timeoutFactor: 3,
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  }).runMutationTest();
  return results
    .map(toPlanted)
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column);
}

function toPlanted({ fileName, location, mutatorName, replacement: given, status }: Result): Planted {
  // A replacement such as "a || b" between two "&&" needs parentheses when it is put into text.
  const replacement = mutatorName === 'LogicalOperator' ? `(${given})` : given;
  const file = fileName.replaceAll('\\', '/').replace(root.replaceAll('\\', '/'), '');
  const text = readFileSync(join(root, file), 'utf8');
  const { start, end } = location;
  const [from, to] = [offsetOf(text, start), offsetOf(text, end)];
  const source = text.slice(0, from) + replacement + text.slice(to);
  const begin = text.lastIndexOf('\n', from - 1) + 1;
  const after = text.indexOf('\n', to);
  const stop = after < 0 ? text.length : after;
  return {
    file,
    line: start.line,
    column: start.column,
    kind: mutatorName,
    was: inOneLine(text.slice(begin, stop)),
    becomes: inOneLine(text.slice(begin, from) + replacement + text.slice(to, stop)),
    source,
    fate: fates[status],
  };
}

/** Lines and columns count from 1. */
function offsetOf(text: string, { line, column }: { readonly line: number; readonly column: number }): number {
  let offset = 0;
  for (let at = 1; at < line; at += 1) offset = text.indexOf('\n', offset) + 1;
  return offset + column - 1;
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
