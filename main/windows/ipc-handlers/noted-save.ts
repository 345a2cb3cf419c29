import { everyChangedField } from '../../settings/sealed-fields.ts';
import { whereNoted } from '../../till/where-noted.ts';
import type { HandlerParts } from './handler.ts';

export interface SaveNote {
  readonly about?: 'undo';
  /** Keys that were given for the keychain: `terminal.json` knows nothing of them. */
  readonly keys?: readonly ('keys.signingKey' | 'keys.apiKey')[];
}

/** Never notes what a secret is. */
export async function notedSave(
  { till, store, acts }: Pick<HandlerParts, 'till' | 'store' | 'acts'>,
  saving: () => Promise<void>,
  { about, keys = [] }: SaveNote = {},
): Promise<void> {
  const before = store.file;
  const by = till.roles.actor();
  await saving();
  const fields = [...everyChangedField(before, store.file), ...keys].join(' ');
  if (fields === '') return;
  const act = { act: 'settings-changed', by, ...(about && { about }), values: { fields } };
  acts.record(act, whereNoted(before, store.file));
}
