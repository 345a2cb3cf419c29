import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Runs a command quietly and gives back its exit code and everything it printed. A command that cannot be started, or
 * that outlives its limit, ends with code 1 and a line that says so.
 * @param {readonly string[]} command
 * @param {{ limitMs: number, cwd?: string, env?: Record<string, string>, until?: AbortSignal, endsOn?: RegExp }} options `endsOn`: the command is ended once it has printed this
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, { limitMs, cwd, env, until, endsOn }) {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // npm is a .cmd file there, which only a shell can start.
      shell: process.platform === 'win32' && !program.endsWith('.exe'),
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      if (endsOn?.test(output)) child.kill('SIGKILL');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const stop = (/** @type {string} */ why) => {
      output += `\n${why}\n`;
      child.kill();
    };
    const limit = setTimeout(() => stop(`Stopped after ${Math.round(limitMs / 1000)} s.`), limitMs);
    const aborted = () => stop(String(until?.reason));
    until?.addEventListener('abort', aborted, { once: true });
    const finish = (/** @type {number} */ code) => {
      clearTimeout(limit);
      until?.removeEventListener('abort', aborted);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `\n${error.message}\n`;
      finish(1);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/**
 * @template T
 * @param {string} sentence
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(sentence, work) {
  const started = performance.now();
  process.stdout.write(`${sentence}\n`);
  const result = await work();
  process.stdout.write(`  done in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  return result;
}

/** The last lines that say something. @param {string} output @param {number} lines */
export function tail(output, lines) {
  return output
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-lines);
}

/** Set-up cannot go on by itself: the reason, and lines that say what the person can do. */
export class SetupStop extends Error {
  /** @param {string} message @param {readonly string[]} advice */
  constructor(message, advice) {
    super(message);
    this.name = 'SetupStop';
    this.advice = advice;
  }
}

/** A refusal holds for a day, so that the next start does not wait for it again. */
const DAY_MS = 86_400_000;

/** @param {{ at: number }} refusal @param {number} now */
export function isOfToday({ at }, now) {
  return at <= now && now - at <= DAY_MS;
}

/** The file that remembers why something could not be had. @param {string} root @param {string} name */
export function refusalFile(root, name) {
  return join(root, 'node_modules', '.tillmate', `${name}.json`);
}

/** Half a file counts as none: it is tried again. @param {string} path */
export function readRefusal(path) {
  try {
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} path @param {object} facts */
export function rememberRefusal(path, facts) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ at: Date.now(), ...facts }));
}
