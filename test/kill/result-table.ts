import type { RunResult } from './kill-and-restart.ts';
import { type Point, points } from './points-of-each-operation.ts';

export interface Ran {
  readonly point: Point;
  readonly seed: number;
  readonly result: RunResult;
}

export function killTable(ran: readonly Ran[]): string {
  const rows = points
    .map((point) => ({ point, mine: ran.filter((run) => run.point === point) }))
    .filter(({ mine }) => mine.length > 0)
    .map(({ point, mine }) => [
      point.operation,
      point.name,
      String(mine.length),
      String(mine.reduce((sum, run) => sum + run.result.restarts, 0)),
      counted(mine.map((run) => run.result.found)),
      verdictOf(mine),
    ]);
  const head = ['operation', 'killed when', 'runs', 'restarts', 'what recovery came to', 'verdict'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}

function counted(found: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const each of found) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([each, count]) => `${count} × ${each}`).join('; ');
}

function verdictOf(runs: readonly Ran[]): string {
  const failed = runs.filter((run) => run.result.faults.length > 0);
  return failed.length === 0 ? 'agrees' : `${failed.length} FAILED, first seed ${failed[0]?.seed}`;
}
