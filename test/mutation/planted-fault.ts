import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { type Area, root } from './areas.ts';

/**
 * Result of a mutant. `unreached`: no test runs its code. `silent`: the mutant is in log-only text (`ignore-words.mjs`)
 * and was not run.
 */
export type Fate = 'killed' | 'timed out' | 'survived' | 'unreached' | 'silent' | 'no program';

/** A mutant and its test result. */
export interface Planted {
  /** Relative to the project root. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly kind: string;
  /** The affected lines before and after the mutation, each joined into one line. */
  readonly was: string;
  readonly becomes: string;
  /** The whole file with the mutation. */
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

/** Runs an area's tests on each mutant of its sources, in a copy of the project. */
export async function plant({ files, tests }: Area, jobs: number): Promise<readonly Planted[]> {
  process.env['MUTATION_TESTS'] = JSON.stringify(tests);
  process.env['MUTATION_FILES'] = JSON.stringify(files);
  const results = await new Stryker({
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'test/mutation/ignore-words.mjs')],
    ignorers: ['words'],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false, pool: 'threads' },
    // TypeScript 7 has no API for rewriting a tsconfig, and the tests need no rewrite: this file name does not exist.
    tsconfigFile: 'no-tsconfig.json',
    mutate: [...files],
    ignorePatterns: ['out', 'dist', 'assets'],
    tempDirName: 'out/mutation/work',
    coverageAnalysis: 'perTest',
    concurrency: jobs,
    // Added to the normal test time. Stryker stops endless loops by a hit count, so the time-out stops endless waits.
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
  // A replacement such as "a || b" between two "&&" needs parentheses in the source text.
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
