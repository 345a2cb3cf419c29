import { TillError, toTillError } from '../base/till-error.ts';
import type { Keychain } from '../identity/keychain.ts';
import {
  beforeRecord,
  keepRecord,
  keyFor,
  readRecord,
  recordAccount,
  type SealedRecord,
  type State,
} from '../identity/sealed-record.ts';
import { openTally, type Tally } from '../identity/tally.ts';
import { checkSeal } from './seal.ts';
import type { TerminalFile } from './terminal-file-versions.ts';
import type { WriteParts } from './write-sealed.ts';

export type Trust =
  /** The terminal never had a record: it has no keys and no PIN. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'held';
      readonly record: SealedRecord;
      readonly state: State;
      readonly tally: Tally;
      /** Paths that are not in `terminal.json` as Tillmate sealed them; `seal` where the file as a whole is another one. */
      readonly changed: readonly string[];
    }
  /** The record or its tally is gone or was altered (`keychain.empty`, `keychain.damaged`): nobody is a manager, no key is used. */
  | { readonly kind: 'lost'; readonly error: TillError };

/** The state in force; without a readable record, that of a terminal before it had one. */
export function stateOf(trust: Trust): State {
  return trust.kind === 'held' ? trust.state : beforeRecord;
}

export interface TrustParts extends WriteParts {
  /** The tally of this key that is in use, where one is: it knows what is still to be written. */
  tallyInUse(sealKey: string): Tally | undefined;
  /** It is read for the first time in this run: nothing that is under way now has made anything ready. */
  readonly atStart?: boolean;
}

/** A terminal that never had a record does not ask the keychain at its start: it may have none. */
export function namesRecord({ seal, settings }: TerminalFile): boolean {
  return seal !== undefined || settings !== undefined;
}

/**
 * Reads the terminal's record and holds the file against it. A save that was broken off after it had replaced the file is
 * finished. Errors: those of the keychain but `keychain.empty` and `keychain.damaged`, which are an outcome.
 */
export async function readTrust(parts: TrustParts): Promise<Trust> {
  try {
    return await read(parts);
  } catch (thrown) {
    const error = toTillError(thrown);
    if (error.code === 'keychain.empty' || error.code === 'keychain.damaged') return { kind: 'lost', error };
    throw error;
  }
}

async function read(parts: TrustParts): Promise<Trust> {
  const { store, keychain } = parts;
  const { terminalId } = store.file;
  const record = await readRecord(keychain, terminalId);
  if (record !== undefined) return hold(parts, record);
  if (!namesRecord(store.file)) return { kind: 'none' };
  throw new TillError('keychain.empty', "The keychain no longer has this terminal's record", {
    values: { account: recordAccount(terminalId) },
  });
}

async function hold(parts: TrustParts, record: SealedRecord): Promise<Trust> {
  const { store, keychain } = parts;
  const { seal, settings, terminalId } = store.file;
  const named = seal?.generation ?? 0;
  const inForce = [record.current, record.next].find((state) => state?.generation === named);
  // A first save that was broken off before it replaced the file has left a record that nothing belongs to.
  if (inForce?.generation === 0 && settings === undefined) return { kind: 'none' };
  if (record.current.generation === 0 && (inForce?.generation ?? 0) === 0) throw damaged(terminalId);
  const tally = parts.tallyInUse(record.sealKey) ?? (await openTally(keychain, terminalId, keyFor('tally', record)));
  if (inForce === undefined || seal === undefined)
    return { kind: 'held', record, state: record.current, tally, changed: ['seal'] };
  const { changed, sameRecord } = checkSeal({ ...store.file, seal }, keyFor('terminal', record), inForce);
  if (!sameRecord) throw damaged(terminalId);
  const settled = { ...record, current: inForce, next: undefined };
  // A restore that was broken off must never come into force.
  const isLeft = parts.atStart === true && record.next?.restored !== undefined && inForce !== record.next;
  // A power cut may bring the file before back, and its state stays for that.
  if (isLeft || (inForce === record.next && store.isDurable())) await finish(keychain, settled, parts);
  if (inForce.restored !== undefined) await tally.adopt(inForce.restored);
  return { kind: 'held', record: settled, state: inForce, tally, changed };
}

/** A failure is left to the next start. */
async function finish(keychain: Keychain, record: SealedRecord, parts: Pick<TrustParts, 'leftBehind'>): Promise<void> {
  const left = (cause: unknown) => parts.leftBehind(recordAccount(record.terminalId), cause);
  await keepRecord(keychain, record).catch(left);
}

function damaged(terminalId: string): TillError {
  return new TillError('keychain.damaged', "The terminal's record in the keychain is not the one of terminal.json", {
    values: { account: recordAccount(terminalId) },
  });
}
