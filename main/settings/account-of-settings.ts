import type { Account } from '../journal/account-folders.ts';
import type { TerminalSettings } from './settings.ts';

interface AccountSettings {
  readonly service: Pick<TerminalSettings['service'], 'environment'>;
  readonly merchant: TerminalSettings['merchant'];
}

export function accountOf({ service, merchant }: AccountSettings): Account {
  return { environment: service.environment, ...merchant };
}
