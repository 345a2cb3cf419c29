import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Planted } from './planted-fault.ts';

/** A mutant without a noticeable effect, and the reason. Texts are as printed by `npm run mutate`. */
export type Equivalent = z.infer<typeof equivalent>;

const equivalent = z.strictObject({
  file: z.string(),
  was: z.string(),
  becomes: z.string(),
  reason: z.string().min(20),
});

/** Returns the list; each entry was judged by a developer. */
export function equivalents(): readonly Equivalent[] {
  return z.array(equivalent).parse(JSON.parse(readFileSync(new URL('./equivalent.json', import.meta.url), 'utf8')));
}

export interface Sorted {
  /** Mutants included in the score. */
  readonly counted: readonly Planted[];
  /** Number of listed mutants that no test killed. */
  readonly excused: number;
  /** Wrong list entries for these files: no such mutant was planted, or a test kills the mutant. */
  readonly wrong: readonly { readonly entry: Equivalent; readonly why: string }[];
}

/** Removes equivalent mutants from the count and compares the list with the planted mutants. */
export function sortOut(planted: readonly Planted[], list: readonly Equivalent[]): Sorted {
  const files = new Set(planted.map(({ file }) => file));
  const keys = new Set(list.map(keyOf));
  const alive = (one: Planted) => one.fate === 'survived' || one.fate === 'unreached';
  const excused = planted.filter((one) => keys.has(keyOf(one)) && alive(one));
  const wrong = list.flatMap((entry) => {
    if (!files.has(entry.file)) return [];
    const met = planted.filter((one) => keyOf(one) === keyOf(entry));
    if (met.length === 0) return [{ entry, why: 'no such fault was planted: the line is gone, or another' }];
    return met.some(alive) ? [] : [{ entry, why: 'a test finds it' }];
  });
  return { counted: planted.filter((one) => !excused.includes(one)), excused: excused.length, wrong };
}

const keyOf = ({ file, was, becomes }: Pick<Equivalent, 'file' | 'was' | 'becomes'>): string =>
  JSON.stringify([file, was, becomes]);
