import { findLines } from '../../support/logs/find-lines.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export function logsHandlers({ till, acts, logs }: Pick<HandlerParts, 'till' | 'acts' | 'logs'>): HandlersOf<'logs'> {
  const raised = () => ({ until: logs.level.until() ?? null });
  return {
    'logs.find': async ({ after, limit, ...wanted }) => {
      const { rows, next } = await findLines(logs.folder, wanted, after, limit);
      return { rows: rows.map((row) => ({ ...row, fields: { ...row.fields } })), next: next ?? null };
    },
    'logs.level': raised,
    'logs.raise': (wish) => {
      till.roles.touch();
      if (wish.raised) logs.level.raise();
      else logs.level.lower();
      acts.record({ act: wish.raised ? 'log-raised' : 'log-lowered', by: till.roles.actor() });
      return raised();
    },
  };
}
