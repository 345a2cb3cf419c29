import type { CampaignResult } from './play-seeds.ts';

/** Returns the figures of a campaign as lines. `seconds` is the duration. */
export function figureLines({ seeds, figures }: CampaignResult, seconds: number): readonly string[] {
  const sum = (prefix: string) =>
    Object.entries(figures).reduce((total, [name, value]) => (name.startsWith(prefix) ? total + value : total), 0);
  const line = (name: string, value: number | string) => `${name.padEnd(28)} ${String(value).padStart(12)}`;
  const faults = Object.entries(figures).filter(([name]) => name.startsWith('fault '));
  const deaths = ['before a write', 'before a commit', 'after a commit', 'before a request', 'before an answer'];
  const plain = (...names: readonly string[]) => names.map((name) => line(name, figures[name] ?? 0));
  return [
    line('seeds', seeds),
    ...plain('events', 'requests', 'writes', 'payments', 'refunds', 'callbacks'),
    ...plain('acts of cashiers', 'wishes of registers', 'acts of payers', 'crashes'),
    ...deaths.map((moment) => line(`  ${moment}`, figures[`died ${moment}`] ?? 0)),
    ...plain('restarts', 'outages', 'disk troubles', 'clock jumps', 'sleeps'),
    line('faults on the wire', sum('fault ')),
    ...faults.toSorted(byCount).map(([name, value]) => line(`  ${name.slice('fault '.length)}`, value)),
    line('seconds', seconds.toFixed(1)),
  ];
}

/** Returns the command that plays a seed again with its trace. */
export function replayCommand(seed: number): string {
  return `npm run simulate -- --seed ${seed} --trace`;
}

function byCount([, one]: [string, number], [, other]: [string, number]): number {
  return other - one;
}
