import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What another program of this account can read about a process (Linux). */
export interface ProcessFacts {
  readonly pid: number;
  readonly commandLine: string;
  readonly environment: string;
}

/** A process and all that it has started, and they in turn. One that ends meanwhile is left out. */
export function processesFrom(pid: number): readonly ProcessFacts[] {
  const all = readdirSync(PROC)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const status = read(name, 'status');
      return status === undefined ? [] : [{ pid: Number(name), parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) }];
    });
  const found = [pid];
  for (const known of found) found.push(...all.filter(({ parent }) => parent === known).map((child) => child.pid));
  return found.flatMap((each) => {
    const commandLine = read(String(each), 'cmdline');
    const environment = read(String(each), 'environ');
    return commandLine === undefined || environment === undefined ? [] : [{ pid: each, commandLine, environment }];
  });
}

const PROC = '/proc';

function read(pid: string, name: string): string | undefined {
  try {
    return readFileSync(join(PROC, pid, name), 'utf8');
  } catch {
    return undefined;
  }
}
