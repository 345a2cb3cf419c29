import { spawn } from 'node:child_process';

interface Running {
  stop(): Promise<void>;
  /** Runs until `signal` aborts. */
  run?(signal: AbortSignal): Promise<void>;
}

const printed = (fault: Error) => console.error(`chain: ${fault.message}`);

/** Until Ctrl+C, then stops in order. Prints a fault as a line, with exit code 1. */
export async function runUntilStopped(start: () => Promise<Running>, onFault = printed): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  try {
    const { stop, run } = await start();
    const stopped = new Promise<void>((done) => stopping.signal.addEventListener('abort', () => done()));
    await (stopping.signal.aborted ? undefined : (run?.(stopping.signal) ?? stopped));
    await stop();
  } catch (thrown) {
    onFault(thrown instanceof Error ? thrown : new Error(String(thrown)));
    process.exit(1);
  }
  process.exit(0);
}

/** In this machine's browser, if there is a screen. */
export function openPage(link: string): void {
  const hasScreen = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (!hasScreen) return;
  const opener = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform as string] ?? ['xdg-open'];
  const [program = '', ...args] = [...opener, link];
  spawn(program, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
