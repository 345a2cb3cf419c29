import type { CampaignResult } from './play-seeds.ts';

/** The figures of a campaign as lines to print. `seconds` is what it took. */
export function figureLines({ seeds, figures }: CampaignResult, seconds: number): readonly string[] {
  const sum = (prefix: string) =>
    Object.entries(figures).reduce((total, [name, value]) => (name.startsWith(prefix) ? total + value : total), 0);
  const line = (name: string, value: number | string) => `${name.padEnd(28)} ${String(value).padStart(12)}`;
  const faults = Object.entries(figures).filter(([name]) => name.startsWith('fault '));
  return [
    line('seeds', seeds),
    line('events', figures['events'] ?? 0),
    line('requests', figures['requests'] ?? 0),
    line('journal writes', figures['writes'] ?? 0),
    line('payments', figures['payments'] ?? 0),
    line('refunds', figures['refunds'] ?? 0),
    line('callbacks', figures['callbacks'] ?? 0),
    line('acts of cashiers', figures['acts of cashiers'] ?? 0),
    line('wishes of registers', figures['wishes of registers'] ?? 0),
    line('acts of payers', figures['acts of payers'] ?? 0),
    line('crashes', figures['crashes'] ?? 0),
    ...['before a write', 'before a commit', 'after a commit', 'before a request', 'before an answer'].map((moment) =>
      line(`  ${moment}`, figures[`died ${moment}`] ?? 0),
    ),
    ...['restarts', 'outages', 'disk troubles', 'clock jumps', 'sleeps'].map((name) => line(name, figures[name] ?? 0)),
    line('faults on the wire', sum('fault ')),
    ...faults.toSorted(byCount).map(([name, value]) => line(`  ${name.slice('fault '.length)}`, value)),
    line('seconds', seconds.toFixed(1)),
  ];
}

/** The one line that plays a seed again, with its trace. */
export function replayCommand(seed: number): string {
  return `npm run simulate -- --seed ${seed} --trace`;
}

function byCount([, one]: [string, number], [, other]: [string, number]): number {
  return other - one;
}
