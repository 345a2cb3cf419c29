import { spawn } from 'node:child_process';

/**
 * Runs a command quietly and gives back its exit code and everything it printed. A command that cannot be started, or
 * that outlives its limit, ends with code 1 and a line that says so.
 * @param {readonly string[]} command
 * @param {{ limitMs: number, cwd?: string, env?: Record<string, string>, until?: AbortSignal }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, { limitMs, cwd, env, until }) {
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
 * Says what is being done, does it, and says how long it took.
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

/**
 * The last lines that say something.
 * @param {string} output
 * @param {number} lines
 */
export function tail(output, lines) {
  return output
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-lines);
}
