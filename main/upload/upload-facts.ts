import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import { systemDisk } from '../journal/database.ts';
import type { TerminalTrust } from '../settings/current-trust.ts';
import type { Trust } from '../settings/read-trust.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { OpenTill } from '../till/open-till.ts';
import type { HeadOfficeSettings } from './head-office-settings.ts';
import type { Anchors } from './uploaded-journal.ts';
import type { UploadFacts } from './uploader.ts';
import type { Status } from './wire.ts';

interface Parts {
  readonly version: string;
  readonly till: { readonly opened: OpenTill | undefined };
  readonly store: Pick<SettingsStore, 'file'>;
  readonly trust: Pick<TerminalTrust, 'found' | 'fault'>;
}

/** Throws `TillError` `aborted` while the till is closing. */
export function uploadFacts({ version, till, store, trust }: Parts, settings: HeadOfficeSettings): UploadFacts {
  if (till.opened === undefined) throw new TillError('aborted', 'Till closing');
  const { journal, reconciliation, connection, settings: own } = till.opened;
  const { reachability } = connection;
  const { file, anchoring } = journal;
  const { fetches } = reconciliation;
  const room = systemDisk.room?.(file);
  return {
    status: {
      appVersion: version,
      environment: own.service.environment,
      clockKnown: reachability.timeKnown(),
      keychain: trust.fault === undefined && anchoring?.behind === undefined ? 'ok' : 'fault',
      journal: journalState(journal),
      journalBytes: systemDisk.size(file),
      terminalId: store.file.terminalId,
      posId: own.pos.posId,
      shopId: own.shop.shopId,
      ...omitUndefined({
        skewMs: reachability.measuredSkewMs(),
        diskFree: Number.isFinite(room) ? room : undefined,
        settings: settings.status(),
      }),
    },
    anchors: anchorsOf(trust.found),
    settings: settings.revision(),
    payouts: fetches > 0 ? { file: reconciliation.file, fetch: fetches } : undefined,
  };
}

/** None while the keychain does not answer. */
export function anchorsOf(trust: Trust): Anchors {
  if (trust.kind !== 'held') return {};
  const { tally } = trust;
  return Object.fromEntries(
    tally.places.flatMap((place) => {
      const anchor = tally.anchor(place);
      return anchor === undefined ? [] : [[place, anchor]];
    }),
  );
}

function journalState(journal: OpenTill['journal']): Status['journal'] {
  if (journal.tampered() !== undefined) return 'damaged';
  const { state } = journal.health;
  return state === 'failed' ? 'fault' : state;
}
