import type { WindowName } from '../../preload/contract/contract.ts';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { CounterSettings } from '../../preload/contract/settings-table.ts';
import type { DisplaySnapshot, Role, TillSnapshot } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import type { Handlers } from './ipc-handlers/handler.ts';
import type { ChooseFile, OpenFile, OpenFolder, Paper } from './paper.ts';
import type { PrivatePlaces } from './refund-iban.ts';
import type { Screens } from './screens.ts';
import type { WindowEnd, WindowEvents } from './window-notices.ts';

/** A person who ends it is asked first; a system never is. */
export interface Ending {
  isEnding(): boolean;
  mayCloseTill(): boolean;
  tillClosed(): void;
  asked(): void;
  end(): void;
  /** Nothing holds the windows from now on. Gives what takes that back. */
  begin(): () => void;
  /** Before this nobody is asked. */
  askFirst(mayEnd: () => boolean): void;
}

export interface ShellParts extends WindowEvents {
  readonly clock: Clock;
  readonly outDir: string;
  readonly picturesFolder: string;
  readonly display: boolean;
  places(): Pick<CounterSettings, 'screens' | 'kiosk'>;
  readonly language: Language;
  onWake(): void;
  readonly ending: Ending;
}

interface Served {
  readonly handlers: Promise<Handlers>;
  /** Asking must not prolong a manager's session, or a window that keeps calling would. */
  role(): Role;
  crashPage(window: WindowName, why: WindowEnd | undefined): string;
}

/** Pixels as they are seen; degrees. */
export interface ScreenSeen {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

export interface Shell {
  /** To be called at once: the pages are loading. */
  serve(served: Served): void;
  showTill(snapshot: TillSnapshot): void;
  showDisplay(snapshot: DisplaySnapshot): void;
  displayState(): 'open' | 'closed' | 'off';
  screens(): readonly ScreenSeen[];
  openDisplay(): void;
  readonly displays: Screens;
  /** `new`: the page is loaded, because it was closed or had crashed. */
  focusTill(): 'there' | 'new';
  /** Rejects for any address but a payer's page of the embedded service at `host`. */
  openOutside(url: string, host: string): Promise<void>;
  readonly privatePlaces: PrivatePlaces;
  readonly paper: Paper;
  readonly chooseFile: ChooseFile;
  readonly openFile: OpenFile;
  readonly openFolder: OpenFolder;
  heardFrom(window: WindowName): void;
}
