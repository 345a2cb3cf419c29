import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Runs a command quietly and returns its exit code and output. A command that fails to start or exceeds its limit
 * returns code 1 with an explaining line.
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
      // On Windows npm is a .cmd file, which needs a shell.
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

/** Returns the last non-empty lines. @param {string} output @param {number} lines */
export function tail(output, lines) {
  return output
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-lines);
}

/** Set-up needs the user: the reason, and lines of advice. */
export class SetupStop extends Error {
  /** @param {string} message @param {readonly string[]} advice */
  constructor(message, advice) {
    super(message);
    this.name = 'SetupStop';
    this.advice = advice;
  }
}

/** A refusal is remembered for a day, so that the next start does not wait again. */
const DAY_MS = 86_400_000;

/** @param {{ at: number }} refusal @param {number} now */
export function isOfToday({ at }, now) {
  return at <= now && now - at <= DAY_MS;
}

/** Returns the path of a remembered refusal. @param {string} root @param {string} name */
export function refusalFile(root, name) {
  return join(root, 'node_modules', '.tillmate', `${name}.json`);
}

/** Ignores a partial file, so that set-up tries again. @param {string} path */
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
