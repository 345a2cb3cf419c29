import type { z } from 'zod';
import type { Answer, CallName, Calls, WindowName } from '../../../preload/contract/contract.ts';
import type { ServiceProfile } from '../../../preload/contract/provisioning.ts';
import type { Acts } from '../../audit/audit-log.ts';
import type { Backups } from '../../backup/backups.ts';
import type { Restoring } from '../../backup/restoring.ts';
import type { Clock, Random } from '../../base/clock.ts';
import type { Provisioner } from '../../provisioning/provisioner.ts';
import type { RegisterLink } from '../../register/register-link.ts';
import type { TerminalTrust } from '../../settings/current-trust.ts';
import type { openPictures } from '../../settings/pictures.ts';
import type { SettingsSaver } from '../../settings/save-settings.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { Checks } from '../../support/checks/checks.ts';
import type { Licences } from '../../support/licences.ts';
import type { SupportLogs } from '../../support/logs/log-level.ts';
import type { SupportPack } from '../../support/pack/support-pack.ts';
import type { Exports } from '../../till/exports.ts';
import type { Till } from '../../till/switchable-till.ts';
import type { TerminalKeys } from '../../till/terminal-keys.ts';
import type { Updates } from '../../updates/updates.ts';
import type { HeadOffice } from '../../upload/head-office.ts';
import type { DraftLinks } from '../draft-links.ts';
import type { Languages } from '../languages.ts';
import type { LeavingQuestion } from '../leaving.ts';
import type { Notices } from '../notices.ts';
import type { ChooseFile, OpenFile, OpenFolder, Paper } from '../paper.ts';
import type { Snapshots } from '../push-snapshots.ts';
import type { RefundIbans } from '../refund-iban.ts';
import type { Screens } from '../screens.ts';

/** The shell has checked sender, role and schema (main/shell/ipc-check.ts); `ask` is the schema's output. */
export type Handlers = {
  readonly [Name in CallName]: (
    ask: z.output<Calls[Name]['ask']>,
    from: WindowName,
  ) => Answer<Name> extends Record<string, never> ? Promise<void> | void : Promise<Answer<Name>> | Answer<Name>;
};

/** `HandlersOf<'sale'>`: the handlers of `sale.*`. */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<CallName, `${Area}.${string}`>>;

export interface HandlerParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly till: Till;
  readonly notices: Pick<Notices, 'dismiss'>;
  readonly snapshots: Pick<Snapshots, 'till' | 'display'>;
  readonly languages: Pick<Languages, 'chooseTill' | 'chooseDisplay' | 'receipt'>;
  readonly store: SettingsStore;
  readonly save: SettingsSaver;
  readonly pictures: ReturnType<typeof openPictures>;
  readonly provisioning: Pick<Provisioner, 'answer' | 'passphrase' | 'missing' | 'handIn' | 'clearAlarm' | 'shred'>;
  /** Profiles in the folder next to the app, without invalid profiles. */
  profiles(): Promise<readonly ServiceProfile[]>;
  readonly acts: Pick<Acts, 'record'>;
  /** Basic facts for support, without secrets. */
  readonly about: Answer<'terminal.about'>;
  readonly licences: Licences;
  readonly updates: Pick<Updates, 'view' | 'look' | 'install'>;
  readonly registerLink: Pick<
    RegisterLink,
    'pairing' | 'paired' | 'unpaired' | 'address' | 'faults' | 'decide' | 'questions' | 'end' | 'lowerRefundLimit'
  >;
  readonly headOffice: Pick<HeadOffice, 'enrol' | 'leave' | 'view' | 'failingSince'>;
  readonly draftLinks: Pick<DraftLinks, 'view' | 'take'>;
  readonly trust: Pick<TerminalTrust, 'found'>;
  readonly leaving: Pick<LeavingQuestion, 'shown' | 'answer'>;
  readonly refundIbans: Pick<RefundIbans, 'keep' | 'copy' | 'show' | 'require'>;
  readonly logs: SupportLogs;
  readonly supportPack: SupportPack;
  copyText(text: string): Promise<void>;
  openDisplay(): void;
  readonly screens: Screens;
  readonly paper: Paper;
  readonly checks: Pick<Checks, 'begin' | 'view'>;
  readonly chooseFile: ChooseFile;
  readonly openFile: OpenFile;
  readonly keys: TerminalKeys;
  readonly openFolder: OpenFolder;
  readonly backups: Pick<Backups, 'status' | 'offer' | 'proposedName' | 'create' | 'setDaily' | 'daysOff' | 'dailyNow'>;
  readonly restoring: Pick<Restoring, 'choose' | 'open' | 'confirm' | 'cancel'>;
  readonly exports: Pick<Exports, 'run' | 'progress' | 'kind' | 'cancel'>;
  /** Writes the file completely or not at all. Throws `TillError` `file.*`. */
  saveFile(path: string, data: Uint8Array): void;
  heardFrom(window: WindowName): void;
  /** Opens a payer's page of the embedded service at `host` in the system's browser; rejects others (`payerPage`). */
  openOutside(url: string, host: string): Promise<void>;
}

/** Prolongs a manager's session, for calls made by a person. */
export function prolonging({ roles }: Pick<Till, 'roles'>) {
  return <Ask, Result>(handle: (ask: Ask, from: WindowName) => Result) =>
    (ask: Ask, from: WindowName): Result => {
      roles.touch();
      return handle(ask, from);
    };
}
