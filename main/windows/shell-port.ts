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

/** The ways to end the app. A person is asked first, the system never. */
export interface Ending {
  isEnding(): boolean;
  mayCloseTill(): boolean;
  tillClosed(): void;
  asked(): void;
  end(): void;
  /** Allows the windows to close from now on. Returns a function to undo this. */
  begin(): () => void;
  /** Sets the question; before, the app ends without asking. */
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
  /** Must not prolong a manager's session: a polling window would never let the session end. */
  role(): Role;
  crashPage(window: WindowName, why: WindowEnd | undefined): string;
}

/** Physical pixels after rotation; degrees, clockwise. */
export interface ScreenSeen {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

export interface Shell {
  /** Must be called at once, as the pages are loading. */
  serve(served: Served): void;
  showTill(snapshot: TillSnapshot): void;
  showDisplay(snapshot: DisplaySnapshot): void;
  displayState(): 'open' | 'closed' | 'off';
  screens(): readonly ScreenSeen[];
  openDisplay(): void;
  readonly displays: Screens;
  /** Returns `new` if the page must load, after the window was closed or crashed. */
  focusTill(): 'there' | 'new';
  /** Rejects any address except a payer's page of the embedded service at `host`. */
  openOutside(url: string, host: string): Promise<void>;
  readonly privatePlaces: PrivatePlaces;
  readonly paper: Paper;
  readonly chooseFile: ChooseFile;
  readonly openFile: OpenFile;
  readonly openFolder: OpenFolder;
  heardFrom(window: WindowName): void;
}
