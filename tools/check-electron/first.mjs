import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../setup/run.mjs';

/** The likeliest faults on a real Electron; each probe needs the probes before. Shared with `probes.mjs`. */
export const PROBES = {
  journal: 'node:sqlite keeps a journal: write-ahead log, synced',
  backup: 'node:sqlite copies a journal that is open (its own suite is off in Electron)',
  thread: 'a thread with bounded memory reads it (its own suite is off in Electron)',
  crypto: 'keys, PINs and passphrases: what BoringSSL has of OpenSSL',
  keychain: 'the keychain takes an entry and gives it back',
  certificates: "the system's certificates can be read",
  languages: "macOS tells its person's language before Electron is ready",
  page: 'a sandboxed page of app:// gets the preload',
  pdf: 'a page becomes a PDF of 80 mm',
  clipboard: 'the clipboard takes a text with the mark of a secret',
};

export const HELD = 'held';
export const LIMIT_MS = 10_000;

/**
 * Returns a line for each of PROBES, from the output of `probes.mjs`; missing probes were not reached.
 * @param {string} said
 * @returns {{ lines: readonly string[], failed: number }}
 */
export function firstInWords(said) {
  const lines = Object.entries(PROBES).map(([name, what]) => {
    if (said.split(/\r?\n/).includes(`${HELD} ${name}`)) return `held    ${what}`;
    const [, why = 'not reached'] = new RegExp(`^FAILED ${name}: (.*)$`, 'm').exec(said) ?? [];
    return `FAILED  ${what}: ${why.trim()}`;
  });
  return { lines, failed: lines.filter((line) => line.startsWith('FAILED')).length };
}

/**
 * Runs the probes in this Electron, and ends the process: a keychain prompt would block its exit.
 * @param {string} binary
 * @param {readonly string[]} before arguments before the main script
 * @returns {Promise<string>} the output
 */
export async function runProbes(binary, before = process.getuid?.() === 0 ? ['--no-sandbox'] : []) {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-first-'));
  const command = [binary, ...before, join(import.meta.dirname, 'probes.mjs'), `--user-data-dir=${folder}`];
  const names = Object.keys(PROBES);
  const endsOn = new RegExp(`^(?:${HELD}|FAILED) ${names.at(-1)}\\b`, 'm');
  const { output } = await run(command, { limitMs: names.length * LIMIT_MS + 30_000, endsOn });
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  return output;
}
