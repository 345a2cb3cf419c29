import type { TerminalView } from '../../preload/contract/views.ts';
import { given } from '../base/given.ts';
import type { TerminalSettings } from './settings.ts';

export interface TerminalState {
  readonly mode: TerminalView['mode'];
  readonly settings: TerminalSettings | undefined;
  readonly keychain: TerminalView['keychain'];
  readonly pinSet: boolean;
  readonly provisioned: boolean;
}

export function terminalView(facts: TerminalState): TerminalView {
  const { mode, settings } = facts;
  const till = settings?.till;
  const chargeWith = till?.chargeWith ?? 'static-qr';
  return {
    mode,
    ...environmentOf(facts),
    shopName: settings?.shop.shopName ?? '',
    shopId: settings?.shop.shopId ?? '',
    posId: settings?.pos.posId ?? '',
    keychain: facts.keychain,
    pinSet: facts.pinSet,
    chargeWith,
    // A code that is made for each payment cannot hang on the counter: only the display can show it.
    sticker: chargeWith === 'static-qr' && (till?.sticker ?? false),
    provisioned: facts.provisioned,
    ...given({ description: settings?.sale?.description || undefined }),
  };
}

function environmentOf({ mode, settings }: TerminalState): Pick<TerminalView, 'environment'> {
  if (mode === 'training') return { environment: 'TRAINING' };
  return settings === undefined ? {} : { environment: settings.service.environment };
}
