import type { PartMade } from './pack-parts.ts';

/** One part of a pack, as it lies ready. */
export interface PackPart extends PartMade {
  readonly bytes: number;
  readonly sha256: string;
}

const ABOUT: Readonly<Record<string, string>> = {
  'settings.json': 'The settings of the terminal, without free texts. Keys and PINs are not among them.',
  'versions.json': 'The versions of the app and of what it runs on.',
  'checks.json': 'What the checks found, in words, with the facts of each.',
  'journal.jsonl':
    'What happened to payments and refunds, one event a line. Kept: amounts, references, ids, states, times, codes. ' +
    'Left out: names of payers and of people, accounts, messages, descriptions, reasons, and codes that pay.',
};

/** The pack's table of contents, in English whatever the till speaks: support reads it. */
export function contentsText(parts: readonly PackPart[], at: number): string {
  const lines = parts.map(
    ({ name, bytes, sha256, lacks }) =>
      `${name}\n  ${bytes} bytes, sha256 ${sha256}\n  ${aboutPart(name)}${lacks === undefined ? '' : `\n  ${lackWords(lacks)}`}`,
  );
  return [
    `Tillmate support pack, ${new Date(at).toISOString()}`,
    'A text that was left out stands as "…".',
    ...lines,
    '',
  ].join('\n\n');
}

function aboutPart(name: string): string {
  return ABOUT[name] ?? 'The log of the till, one line for each thing that happened.';
}

function lackWords({ why, code }: NonNullable<PartMade['lacks']>): string {
  if (why === 'older') return 'NOT ALL OF IT: what is oldest did not fit.';
  return why === 'nothing' ? 'NOT IN IT: there is none.' : `NOT IN IT, or not to its end: ${code ?? 'it failed'}.`;
}
