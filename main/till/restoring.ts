import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RestorePreview } from '../../preload/backup.ts';
import { requireBackup, type UnpackedBackup, unpackBackup } from '../backup/read-backup.ts';
import { isOtherTerminal, type JournalPlan, journalPlans, restorePreview } from '../backup/restore-preview.ts';
import {
  givenToRecover,
  nextTerminal,
  readyRecord,
  recordToSealWith,
  takeBackRecord,
} from '../backup/restored-terminal.ts';
import { asRestoreFault, decideRestore, discardDraft, emptyDraft, sealDraft } from '../backup/staged-restore.ts';
import type { Clock, Random } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { removeFolder } from '../base/remove-folder.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor, JournalAct } from '../domain/events.ts';
import { peopleWith } from '../identity/people.ts';
import { keyFor, type SealedRecord } from '../identity/sealed-record.ts';
import type { Keychain } from '../identity/secret-items.ts';
import { type ClosedShift, lastClosed } from '../journal/closed-shifts.ts';
import { type Disk, systemDisk } from '../journal/database.ts';
import type { Anchor } from '../journal/journal-seal.ts';
import { beginRestored } from '../journal/restored-journal.ts';
import type { Trust } from '../settings/read-trust.ts';
import { requireRecovery } from '../settings/recover.ts';
import { tampering } from '../settings/secrets.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { TerminalTrust } from '../settings/terminal-trust.ts';
import type { Acts } from './acts.ts';
import type { Till } from './switchable-till.ts';

export interface RestoringParts {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly random: Random;
  readonly dataFolder: string;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly trust: Pick<TerminalTrust, 'forSave'>;
  readonly acts: Pick<Acts, 'record'>;
  readonly log: Log;
  readonly till: Pick<Till, 'roles' | 'reopenAfter'>;
  readonly disk?: Disk;
  /** Ends the app and starts it again: the start completes what lies ready. */
  startAnew(): void;
}

/** One restore at a time: a file is chosen, opened and looked at, and then brought back. */
export interface Restoring {
  /** Whether the file at `path` is a backup. Errors: those of `requireBackup`. */
  choose(path: string): Promise<{ readonly id: number; readonly file: string }>;
  /** What it would do. Errors: `backup.over`, those of `unpackBackup`; nothing has changed. */
  open(id: number, passphrase: string): Promise<RestorePreview>;
  /**
   * Makes everything ready, decides, and starts the app anew. Errors: `backup.over`, `backup.other-terminal`, those of a
   * PIN, `settings.sale-running`, those of the keychain, of the disk and of `recover.*`: nothing has changed then.
   */
  confirm(given: Confirmation): Promise<void>;
  /** Lets go of what was opened; so do ten minutes, and whoever opened it leaving the till. */
  cancel(id: number): void;
  /** One is being opened or brought back: not while somebody only looks at it. */
  readonly underWay: boolean;
  close(): void;
}

export interface Confirmation {
  readonly id: number;
  readonly managerPin?: string | undefined;
  readonly otherTerminal?: true | undefined;
}

interface Opened {
  readonly unpacked: UnpackedBackup;
  readonly draft: string;
}

/** What lies unpacked is a copy of the journals that nothing seals: it stays no longer than somebody looks at it. */
const OPEN_MS = 10 * 60_000;
const LOOK_EVERY_MS = 30_000;

export function createRestoring(parts: RestoringParts): Restoring {
  const { clock, dataFolder, store, trust, till, log, disk = systemDisk } = parts;
  let lastId = 0;
  let chosen: { readonly id: number; readonly path: string } | undefined;
  let opened: Opened | undefined;
  let busy = false;
  let stopLooking: (() => void) | undefined;

  /** Nobody leaves the till in the middle of a restore: that ends by itself. */
  function letGoLater(since = clock.now(), role = till.roles.current()): void {
    stopLooking = clock.after(LOOK_EVERY_MS, () => {
      const isOver = till.roles.current() !== role || Math.abs(clock.now() - since) >= OPEN_MS;
      if (busy || !isOver) return letGoLater(since, role);
      chosen = undefined;
      letGo();
    });
  }

  function letGo(): void {
    opened = undefined;
    stopLooking?.();
    try {
      discardDraft(dataFolder);
    } catch (thrown) {
      // The next start throws it away.
      log.warn('What lay ready for a restore could not be removed', { reason: String(thrown) });
    }
  }

  function settle(): void {
    busy = false;
    if (chosen === undefined) letGo();
  }

  function requireChosen(id: number): string {
    if (chosen?.id !== id || busy) throw over();
    return chosen.path;
  }

  async function unpack(path: string, passphrase: string): Promise<Opened> {
    try {
      const draft = emptyDraft(dataFolder);
      return { unpacked: await unpackBackup(path, passphrase, draft), draft };
    } catch (thrown) {
      letGo();
      throw asRestoreFault(thrown);
    }
  }

  /** A manager of this terminal, where it has one; undefined where nobody could be asked. */
  async function authorise(
    found: Trust,
    { unpacked }: Opened,
    managerPin: string | undefined,
  ): Promise<Actor | undefined> {
    const { roles } = till;
    if (found.kind === 'lost') {
      // Whoever deletes the record must not turn the terminal into one of their own.
      requireRecovery(store.file.settings, givenToRecover(unpacked, managerPin));
      return undefined;
    }
    if (!roles.pinSet()) return undefined;
    if (managerPin === undefined)
      throw new TillError('pin.required', "This asks for the manager's PIN", { field: 'managerPin' });
    return roles.authorise(managerPin);
  }

  /** A lost record is made again with a PIN: where the backup has none, the manager gets this one. */
  async function withPin(from: Opened, managerPin: string | undefined): Promise<Opened> {
    const { file, state } = from.unpacked;
    if (givenToRecover(from.unpacked).managerPin !== undefined) return from;
    const people = await peopleWith(state, managerPin, file.counter.shortestPin, parts.random);
    return { ...from, unpacked: { ...from.unpacked, state: { ...state, ...people } } };
  }

  async function bringBack(path: string, from: Opened, manager: Actor | undefined): Promise<void> {
    const found = await trust.forSave();
    const tampered = tampering(found.trust);
    if (tampered !== undefined) throw tampered;
    const { manifest } = from.unpacked;
    const kept = keptName(clock.now());
    const act: JournalAct = {
      type: 'act',
      act: 'backup-restored',
      by: manager ?? till.roles.actor(),
      about: basename(path),
      values: { madeAt: new Date(manifest.madeAt).toISOString(), terminal: manifest.terminalId, kept },
    };
    const record = recordToSealWith({ present: store.file, trust: found.trust });
    const next = makeReady({ ...found, record, from, act, kept, alarm: manager === undefined });
    // Into the journal that the till leaves, whatever becomes of this.
    parts.acts.record({ act: 'restore-begun', by: act.by, about: act.about, values: act.values ?? {} });
    sealDraft(dataFolder, `${JSON.stringify(next.file, null, 2)}\n`, {
      kept,
      file: basename(path),
      madeAt: manifest.madeAt,
      over: store.file.seal?.generation ?? 0,
    });
    if (next.record !== undefined) await readyRecord(found.keychain, found.trust, next.record);
    try {
      decideRestore(dataFolder, (cause) =>
        log.warn('The switch to a restore is not synced', { reason: String(cause) }),
      );
    } catch (thrown) {
      if (next.record !== undefined) await takeBack(found, next.record);
      throw thrown;
    }
  }

  /** What was laid ready is begun anew by the next try, so a try that failed leaves none of it. */
  async function bringBackWhole(path: string, from: Opened, manager: Actor | undefined): Promise<void> {
    try {
      await bringBack(path, from, manager);
    } catch (thrown) {
      chosen = undefined;
      letGo();
      throw asRestoreFault(thrown);
    }
  }

  async function takeBack({ keychain, trust: found }: { keychain: Keychain; trust: Trust }, record: SealedRecord) {
    await takeBackRecord(keychain, found, record).catch((thrown: unknown) =>
      log.warn('A restore that was not decided is left in the keychain', { reason: String(thrown) }),
    );
  }

  interface Ready {
    readonly trust: Trust;
    readonly record: SealedRecord;
    readonly from: Opened;
    readonly act: JournalAct;
    readonly kept: string;
    readonly alarm: boolean;
  }

  function makeReady({ trust: found, record, from, act, kept, alarm }: Ready) {
    const { unpacked, draft } = from;
    const plans = journalPlans(dataFolder, unpacked.manifest.journals, disk);
    const anchors: Record<string, Anchor> = {};
    for (const plan of plans) {
      const folder = join(draft, 'journals', plan.place);
      if (plan.what === 'kept') removeFolder(folder);
      if (plan.what !== 'restored') continue;
      anchors[plan.place] = beginRestored({
        file: join(folder, 'journal.sqlite'),
        disk,
        clock,
        random: parts.random,
        terminal: identityOf(store.file.terminalId, unpacked),
        sealKey: keyFor('journal', record),
        madeAt: unpacked.manifest.madeAt,
        replaces: plan.here === undefined ? '' : join(dataFolder, kept, 'journals', plan.place),
        salts: saltsOf(plan),
        lastShift: lastClosed([...[plan.inBackup, plan.here].map(closedOf), anchoredShift(found, plan.place)]),
        act,
        alarm: alarm && unpacked.state.pinRequired,
      });
    }
    mkdirSync(join(draft, 'pictures'), { recursive: true });
    return nextTerminal({ present: store.file, trust: found, unpacked }, record, { id: parts.random.uuid(), anchors });
  }

  return {
    get underWay() {
      return busy;
    },
    async choose(path) {
      if (busy) throw over();
      await requireBackup(path);
      letGo();
      lastId += 1;
      chosen = { id: lastId, path };
      return { id: lastId, file: basename(path) };
    },
    async open(id, passphrase) {
      const path = requireChosen(id);
      busy = true;
      try {
        letGo();
        opened = await unpack(path, passphrase);
        letGoLater();
        const { trust: found } = await trust.forSave();
        if (chosen?.id !== id) throw over();
        const { unpacked } = opened;
        return restorePreview({
          id,
          name: basename(path),
          unpacked,
          present: store.file,
          trust: found,
          plans: journalPlans(dataFolder, unpacked.manifest.journals, disk),
          kept: join(dataFolder, keptName(clock.now())),
          needsPin: found.kind !== 'lost' && till.roles.pinSet(),
        });
      } finally {
        settle();
      }
    },
    async confirm({ id, managerPin, otherTerminal }) {
      const path = requireChosen(id);
      const from = opened;
      if (from === undefined) throw over();
      busy = true;
      try {
        const { trust: found } = await trust.forSave();
        if (isOtherTerminal({ unpacked: from.unpacked, present: store.file, trust: found }) && otherTerminal !== true)
          throw new TillError('backup.other-terminal', 'The backup is of another terminal');
        const manager = await authorise(found, from, managerPin);
        const whole = found.kind === 'lost' ? await withPin(from, managerPin) : from;
        await till.reopenAfter(() => bringBackWhole(path, whole, manager));
        opened = undefined;
        chosen = undefined;
        parts.startAnew();
      } finally {
        settle();
      }
    },
    cancel(id) {
      if (chosen?.id !== id) return;
      chosen = undefined;
      if (!busy) letGo();
    },
    close() {
      if (!busy) letGo();
    },
  };
}

function identityOf(terminalId: string, { file: { settings } }: UnpackedBackup) {
  return { terminalId, shopId: settings?.shop.shopId ?? '', posId: settings?.pos.posId ?? '' };
}

function saltsOf({ inBackup, here }: JournalPlan): readonly number[] {
  return [...(inBackup?.salts ?? []), ...(here?.salts ?? [])];
}

/** The keychain knows it also where the journal is gone. */
function anchoredShift(trust: Trust, place: string): ClosedShift | undefined {
  const { shift, shiftTo } = (trust.kind === 'held' && trust.tally.anchor(place)) || {};
  return shift === undefined ? undefined : { number: shift, to: shiftTo };
}

function closedOf(journal: JournalPlan['inBackup'] | JournalPlan['here']): ClosedShift | undefined {
  return journal && { number: journal.lastShift, to: journal.lastShiftTo };
}

function keptName(at: number): string {
  return `replaced-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`;
}

function over(): TillError {
  return new TillError('backup.over', 'This backup is not open any more');
}
