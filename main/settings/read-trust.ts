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
  /** The terminal never had a sealed record: no keys and no PIN. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'held';
      readonly record: SealedRecord;
      readonly state: State;
      readonly tally: Tally;
      /** Paths changed in `terminal.json` outside Tillmate; `seal` if the whole file was replaced. */
      readonly changed: readonly string[];
    }
  /** Record or tally missing or altered (`keychain.empty`, `keychain.damaged`): no manager signs in, no key is used. */
  | { readonly kind: 'lost'; readonly error: TillError };

/** Returns the state in force; without a readable record, the state of a terminal before its first record. */
export function stateOf(trust: Trust): State {
  return trust.kind === 'held' ? trust.state : beforeRecord;
}

interface TrustParts extends WriteParts {
  /** Returns the open tally for this key: only the open tally knows its pending writes. */
  tallyInUse(sealKey: string): Tally | undefined;
  /** True for the first read of this run, when no restore can be in progress. */
  readonly atStart?: boolean;
}

/** Returns false for a terminal without a record: its start must not need a keychain. */
export function namesRecord({ seal, settings }: TerminalFile): boolean {
  return seal !== undefined || settings !== undefined;
}

/**
 * Checks `terminal.json` against the sealed record, and completes a save interrupted after the file was replaced.
 * Throws the errors of the keychain; `keychain.empty` and `keychain.damaged` are returned as `lost`.
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
  throw new TillError('keychain.empty', "The terminal's record is missing from the keychain", {
    values: { account: recordAccount(terminalId) },
  });
}

async function hold(parts: TrustParts, record: SealedRecord): Promise<Trust> {
  const { store, keychain } = parts;
  const { seal, settings, terminalId } = store.file;
  const named = seal?.generation ?? 0;
  const inForce = [record.current, record.next].find((state) => state?.generation === named);
  // A first save interrupted before the file was replaced: the record has no file and is ignored.
  if (inForce?.generation === 0 && settings === undefined) return { kind: 'none' };
  if (record.current.generation === 0 && (inForce?.generation ?? 0) === 0) throw damaged(terminalId);
  const tally = parts.tallyInUse(record.sealKey) ?? (await openTally(keychain, terminalId, keyFor('tally', record)));
  if (inForce === undefined || seal === undefined)
    return { kind: 'held', record, state: record.current, tally, changed: ['seal'] };
  const { changed, sameRecord } = checkSeal({ ...store.file, seal }, keyFor('terminal', record), inForce);
  if (!sameRecord) throw damaged(terminalId);
  const settled = { ...record, current: inForce, next: undefined };
  // An interrupted restore must never come into force.
  const isLeft = parts.atStart === true && record.next?.restored !== undefined && inForce !== record.next;
  // A power cut may bring the previous file back, so its state stays until the new file is durable.
  if (isLeft || (inForce === record.next && store.isDurable())) await finish(keychain, settled, parts);
  if (inForce.restored !== undefined) await tally.adopt(inForce.restored);
  return { kind: 'held', record: settled, state: inForce, tally, changed };
}

/** Ignores a failure: the next start tries again. */
async function finish(keychain: Keychain, record: SealedRecord, parts: Pick<TrustParts, 'leftBehind'>): Promise<void> {
  const left = (cause: unknown) => parts.leftBehind(recordAccount(record.terminalId), cause);
  await keepRecord(keychain, record).catch(left);
}

function damaged(terminalId: string): TillError {
  return new TillError('keychain.damaged', "The terminal's record in the keychain does not match terminal.json", {
    values: { account: recordAccount(terminalId) },
  });
}
