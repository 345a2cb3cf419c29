import { requireSetUp } from '../required-role.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

export function provisioningHandlers({
  till,
  provisioning,
  openFile,
}: Pick<HandlerParts, 'till' | 'provisioning' | 'openFile'>): HandlersOf<'provision'> {
  return {
    'provision.open': async () => {
      requireSetUp('provision.open', till);
      till.roles.touch();
      const path = await openFile({ filters: ['json', 'jwe'] });
      if (path === undefined) return { outcome: 'cancelled' };
      requireSetUp('provision.open', till);
      return { outcome: await provisioning.handIn(path) };
    },
    'provision.hand-in': async ({ path }) => {
      requireSetUp('provision.hand-in', till);
      till.roles.touch();
      return { outcome: await provisioning.handIn(path) };
    },
    'provision.passphrase': async (given) => {
      await provisioning.passphrase(given);
      return {};
    },
    'provision.missing': async (given) => {
      await provisioning.missing(given);
      return {};
    },
    'provision.answer': async (answer) => {
      await provisioning.answer(answer);
      return {};
    },
    'provision.clear-alarm': async () => {
      till.roles.touch();
      await provisioning.clearAlarm();
      return {};
    },
    'provision.shred': () => {
      till.roles.touch();
      provisioning.shred();
      return {};
    },
  };
}
