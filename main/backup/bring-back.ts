import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Random } from '../base/clock.ts';
import { dataFiles, dataFolders } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';
import { removeFolder } from '../base/remove-folder.ts';
import type { Actor, JournalAct } from '../domain/events.ts';
import { keepRecord, keyFor, type SealedRecord } from '../identity/sealed-record.ts';
import { beginTally } from '../identity/tally.ts';
import { type ClosedShift, lastClosed } from '../journal/closed-shifts.ts';
import { type Disk, systemDisk } from '../journal/database.ts';
import { beginRestored } from '../journal/restored-journal.ts';
import type { Anchor } from '../journal/sealing.ts';
import type { TerminalTrust } from '../settings/current-trust.ts';
import type { Trust } from '../settings/read-trust.ts';
import { tampering } from '../settings/secrets.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { UnpackedBackup } from './read-backup.ts';
import { type JournalPlan, journalPlans } from './replaced-journals.ts';
import { nextTerminal, recordToSealWith } from './restored-terminal.ts';
import { decideRestore, sealDraft } from './staged-restore.ts';

export interface BringBackParts {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly random: Random;
  readonly dataFolder: string;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly trust: Pick<TerminalTrust, 'forSave'>;
  readonly acts: { record(act: Omit<JournalAct, 'type' | 'happenedAt'>): void };
  readonly log: Log;
  readonly disk?: Disk;
}

interface BringBackRequest {
  readonly file: string;
  readonly unpacked: UnpackedBackup;
  readonly draft: string;
  readonly by: Actor;
  /** No manager of this terminal could approve, so the restored journals raise an alarm. */
  readonly unasked: boolean;
}

/**
 * Decides the restore; the next start completes it. Errors, with nothing changed: `terminal.tampered`, and errors of
 * the keychain and the disk.
 */
export async function bringBack(parts: BringBackParts, request: BringBackRequest): Promise<void> {
  const { dataFolder, store, log } = parts;
  const held = await parts.trust.forSave();
  const tampered = tampering(held.trust);
  if (tampered !== undefined) throw tampered;
  const { madeAt, terminalId: terminal } = request.unpacked.manifest;
  const kept = keptName(parts.clock.now());
  const values = { madeAt: new Date(madeAt).toISOString(), terminal, kept };
  const about = { by: request.by, about: request.file, values };
  const record = recordToSealWith({ present: store.file, trust: held.trust });
  const act: JournalAct = { type: 'act', act: 'backup-restored', ...about };
  const anchors = beginJournals(parts, request, { trust: held.trust, record, kept, act });
  mkdirSync(join(request.draft, dataFolders.pictures), { recursive: true });
  const restored = { id: parts.random.uuid(), anchors };
  const next = nextTerminal({ present: store.file, trust: held.trust, unpacked: request.unpacked }, record, restored);
  parts.acts.record({ act: 'restore-begun', ...about });
  sealDraft(dataFolder, `${JSON.stringify(next.file, null, 2)}\n`, {
    kept,
    file: request.file,
    madeAt,
    over: store.file.seal?.generation ?? 0,
  });
  if (next.record !== undefined) {
    const { terminalId } = store.file;
    if (held.trust.kind !== 'held') await beginTally(held.keychain, terminalId, keyFor('tally', next.record));
    await keepRecord(held.keychain, next.record);
  }
  try {
    decideRestore(dataFolder, (cause) => log.warn('Switch to the restored data not synced to disk', { thrown: cause }));
  } catch (thrown) {
    // If this fails, the next start removes `next`.
    if (next.record !== undefined && held.trust.kind === 'held')
      await keepRecord(held.keychain, { ...next.record, next: undefined }).catch((cause: unknown) =>
        log.warn('Abandoned restore not removed from the keychain', { thrown: cause }),
      );
    throw thrown;
  }
}

interface Beginning {
  readonly trust: Trust;
  readonly record: SealedRecord;
  readonly kept: string;
  readonly act: JournalAct;
}

/** Starts the unpacked journals under this terminal, except journals that the terminal continues itself. */
function beginJournals(
  { clock, random, dataFolder, store, disk = systemDisk }: BringBackParts,
  { unpacked, draft, unasked }: BringBackRequest,
  { trust, record, kept, act }: Beginning,
): Readonly<Record<string, Anchor>> {
  const anchors: Record<string, Anchor> = {};
  for (const plan of journalPlans(dataFolder, unpacked.manifest.journals, disk)) {
    const folder = join(draft, dataFolders.journals, plan.place);
    if (plan.what === 'kept') removeFolder(folder);
    if (plan.what !== 'restored') continue;
    anchors[plan.place] = beginRestored({
      file: join(folder, dataFiles.journal),
      disk,
      clock,
      random,
      terminal: identityOf(store.file.terminalId, unpacked),
      sealKey: keyFor('journal', record),
      madeAt: unpacked.manifest.madeAt,
      replaces: plan.here === undefined ? '' : join(dataFolder, kept, dataFolders.journals, plan.place),
      salts: [...(plan.inBackup?.salts ?? []), ...(plan.here?.salts ?? [])],
      lastShift: lastClosed([...[plan.inBackup, plan.here].map(closedOf), anchoredShift(trust, plan.place)]),
      act,
      alarm: unasked && unpacked.state.pinRequired,
    });
  }
  return anchors;
}

function identityOf(terminalId: string, { file: { settings } }: UnpackedBackup) {
  return { terminalId, shopId: settings?.shop.shopId ?? '', posId: settings?.pos.posId ?? '' };
}

/** The keychain knows the last shift even without the journal. */
function anchoredShift(trust: Trust, place: string): ClosedShift | undefined {
  const { shift, shiftTo } = (trust.kind === 'held' && trust.tally.anchor(place)) || {};
  return shift === undefined ? undefined : { number: shift, to: shiftTo };
}

function closedOf(journal: JournalPlan['inBackup'] | JournalPlan['here']): ClosedShift | undefined {
  return journal && { number: journal.lastShift, to: journal.lastShiftTo };
}

export function keptName(at: number): string {
  return `replaced-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`;
}
