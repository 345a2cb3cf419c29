import type { z } from 'zod';
import type { Answer, CallName, Calls, WindowName } from '../../../preload/contract/contract.ts';
import type { Acts } from '../../audit/audit-log.ts';
import type { Clock, Random } from '../../base/clock.ts';
import type { TerminalTrust } from '../../settings/current-trust.ts';
import type { openPictures } from '../../settings/pictures.ts';
import type { SettingsSaver } from '../../settings/save-settings.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { Till } from '../../till/switchable-till.ts';
import type { ChooseFile, OpenFile, OpenFolder, Paper } from '../paper.ts';

/** The shell has checked sender, role and schema (main/shell/ipc-check.ts); `ask` is the schema's output. */
export type Handlers = {
  readonly [Name in CallName]: (
    ask: z.output<Calls[Name]['ask']>,
    from: WindowName,
  ) => Answer<Name> extends Record<string, never> ? Promise<void> | void : Promise<Answer<Name>> | Answer<Name>;
};

/** `HandlersOf<'sale'>`: the handlers of `sale.*`. */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<CallName, `${Area}.${string}`>>;

/** The till and its settings, for all handlers. */
export interface CommonParts {
  readonly till: Till;
  readonly acts: Pick<Acts, 'record'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly store: SettingsStore;
  readonly save: SettingsSaver;
  readonly trust: Pick<TerminalTrust, 'found'>;
  readonly pictures: ReturnType<typeof openPictures>;
}

/** Access to files, printers and other programs. */
export interface SystemParts {
  readonly chooseFile: ChooseFile;
  readonly openFile: OpenFile;
  readonly openFolder: OpenFolder;
  /** Writes the file completely or not at all. Throws `TillError` `file.*`. */
  saveFile(path: string, data: Uint8Array): void;
  copyText(text: string): Promise<void>;
  /** Opens a payer's page of the embedded service at `host` in the system's browser; rejects others (`payerPage`). */
  openOutside(url: string, host: string): Promise<void>;
  readonly paper: Paper;
}

/** Prolongs a manager's session, for calls made by a person. */
export function prolonging({ roles }: Pick<Till, 'roles'>) {
  return <Ask, Result>(handle: (ask: Ask, from: WindowName) => Result) =>
    (ask: Ask, from: WindowName): Result => {
      roles.touch();
      return handle(ask, from);
    };
}
