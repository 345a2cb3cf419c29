import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Planted } from './planted-fault.ts';

/** A fault that changes nothing that anybody could notice, and why. Texts are as `npm run mutate` prints them. */
export type Equivalent = z.infer<typeof equivalent>;

const equivalent = z.strictObject({
  file: z.string(),
  was: z.string(),
  becomes: z.string(),
  reason: z.string().min(20),
});

/** The list. A person has judged each entry. */
export function equivalents(): readonly Equivalent[] {
  return z.array(equivalent).parse(JSON.parse(readFileSync(new URL('./equivalent.json', import.meta.url), 'utf8')));
}

export interface Sorted {
  /** Faults that the score counts. */
  readonly counted: readonly Planted[];
  /** How many are on the list, and not found by any test. */
  readonly excused: number;
  /** Entries of these files that are wrong: no such fault was planted, or a test finds it. */
  readonly wrong: readonly { readonly entry: Equivalent; readonly why: string }[];
}

/** Takes what changes nothing out of the count, and holds the list against what was planted. */
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
