import type { TerminalView } from '../../preload/contract/views.ts';
import type { TerminalSettings } from './settings.ts';

export interface TerminalState {
  readonly mode: TerminalView['mode'];
  /** The settings that the till runs with: the terminal's own, or those of training. Absent while there are none. */
  readonly settings: TerminalSettings | undefined;
  readonly keychain: TerminalView['keychain'];
  readonly pinSet: boolean;
  readonly provisioned: boolean;
}

/** Who this terminal is, as both windows show it. */
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
    ...(settings?.sale?.description && { description: settings.sale.description }),
  };
}

function environmentOf({ mode, settings }: TerminalState): Pick<TerminalView, 'environment'> {
  if (mode === 'training') return { environment: 'TRAINING' };
  return settings === undefined ? {} : { environment: settings.service.environment };
}
