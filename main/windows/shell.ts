import type { WindowName } from '../../preload/contract/contract.ts';
import type { Language } from '../../preload/contract/counter.ts';
import type { CounterSettings } from '../../preload/contract/settings-table.ts';
import type { DisplaySnapshot, Role, TillSnapshot } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import type { Handlers } from './ipc-handlers/handler.ts';
import type { ChooseFile, OpenFile, OpenFolder, Paper } from './paper.ts';
import type { PrivatePlaces } from './refund-iban.ts';
import type { Screens } from './screens.ts';
import type { WindowEnd } from './window-end.ts';
import type { WindowEvents } from './window-notices.ts';

/** How the app ends. Everything that a person does to end it is asked about first; what a system does never is. */
export interface Ending {
  /** The app ends: nothing holds its windows any more. */
  isEnding(): boolean;
  /** Whether the till's window may close now. */
  mayCloseTill(): boolean;
  tillClosed(): void;
  /** A person chose to end the app. */
  asked(): void;
  /** Ends the app without asking. */
  end(): void;
  /** The app is about to be ended from outside: nothing holds its windows any more. Gives what takes that back. */
  begin(): () => void;
  /** From now on `mayEnd` says whether a person may end the app now, and asks them where not. Before that nobody is asked. */
  askFirst(mayEnd: () => boolean): void;
}

/** The shell is Electron: this is all that the rest of the app gives to it. */
export interface ShellParts extends WindowEvents {
  readonly clock: Clock;
  /** Folder of the built app: `preload/` and `renderer/` are in it. */
  readonly outDir: string;
  /** Where main keeps the pictures of the customer display. */
  readonly picturesFolder: string;
  readonly display: boolean;
  /** On which screens the windows belong, and whether in kiosk, as the settings have it now. */
  places(): Pick<CounterSettings, 'screens' | 'kiosk'>;
  /** What the till speaks as its windows open. */
  readonly language: Language;
  /** The machine woke up, so the network may be there again. */
  onWake(): void;
  readonly ending: Ending;
}

/** What the windows are served. */
export interface Served {
  readonly handlers: Handlers;
  /** Who is at the till. Asking must not prolong a manager's session, or a window that keeps calling would. */
  role(): Role;
  /** HTML of the page that replaces a window's own while that keeps ending, and why it did. */
  crashPage(window: WindowName, why: WindowEnd | undefined): string;
}

/** A screen as it stands: pixels as they are seen, and how far it is turned, in degrees. */
export interface ScreenSeen {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

/** The shell: all that the rest of the app asks of Electron's windows. */
export interface Shell {
  /** From now on the windows' calls are answered. To be called at once: their pages are loading. */
  serve(served: Served): void;
  showTill(snapshot: TillSnapshot): void;
  showDisplay(snapshot: DisplaySnapshot): void;
  displayState(): 'open' | 'closed' | 'off';
  screens(): readonly ScreenSeen[];
  openDisplay(): void;
  readonly displays: Screens;
  /** Brings the till forward, and says whether its page is new: loaded because it was closed or had crashed. */
  focusTill(): 'there' | 'new';
  /** Opens a payer's page of the embedded service at `host` in the system's browser; rejects for any other address. */
  openOutside(url: string, host: string): Promise<void>;
  /** What is shown or copied by the system itself. */
  readonly privatePlaces: PrivatePlaces;
  readonly paper: Paper;
  readonly chooseFile: ChooseFile;
  readonly openFile: OpenFile;
  readonly openFolder: OpenFolder;
  /** A window's page says that it still runs. */
  heardFrom(window: WindowName): void;
}
