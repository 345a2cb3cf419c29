import { join } from 'node:path';
import { powerMonitor, screen, shell as system } from 'electron';
import type { Language } from '../../preload/contract/setting-values.ts';
import { nativeWords } from '../base/native-words.ts';
import type { Paper } from '../windows/paper.ts';
import { payerPage } from '../windows/payer-page.ts';
import type { Screens } from '../windows/screens.ts';
import type { ScreenSeen, Shell, ShellParts } from '../windows/shell-port.ts';
import { serveWindows } from './app-protocol.ts';
import { openWindows, type ShownScreen, type Windows } from './browser-windows.ts';
import { type CrashWatch, crashPagePath, watchForCrashes } from './crash-watch.ts';
import { handleCalls, push } from './ipc.ts';
import { markOf } from './known-screens.ts';
import { setMenu, takeMenu } from './menu.ts';
import { createPrinting } from './print.ts';
import { privatePlaces } from './private-clipboard.ts';
import { startWithComputer } from './start-with-computer.ts';
import { chooseFile, openFile, openFolder } from './system-dialogs.ts';
import { createTestPictures } from './test-pictures.ts';
import { guardWebContents } from './web-contents-guard.ts';

export function openShell(parts: ShellParts): Shell {
  let { language } = parts;
  const menuActs = {
    openDisplay: () => openDisplay(),
    zoomTill: (step: -1 | 0 | 1) => windows.zoomTill(step),
    toggleFullScreen: () => windows.toggleFullScreen(),
    quit: parts.ending.asked,
  };
  setMenu(menuActs, nativeWords(language));
  guardWebContents((code) => parts.report({ code }));
  const pages = serveWindows(join(parts.outDir, 'renderer'), parts.picturesFolder);
  const crashes = watchForCrashes(parts);
  const windows: Windows = openWindows({
    clock: parts.clock,
    preload: join(parts.outDir, 'preload', 'index.cjs'),
    display: parts.display,
    chosenScreens: () => parts.places().screens ?? {},
    kiosk: () => parts.places().kiosk?.on ?? false,
    titles: () => titlesIn(language),
    onDisplay: parts.onDisplay,
    onElsewhere: parts.onElsewhere,
    ending: parts.ending,
    onWindow: crashes.watch,
  });
  // An opened display must show a page, so a missing page is reloaded.
  const openDisplay = () => {
    windows.openDisplay();
    crashes.of('display')?.tryAgain();
  };
  const followPlaces = placesFollower(parts, windows);
  const speak = (next: Language) => {
    if (next === language) return;
    language = next;
    setMenu(menuActs, nativeWords(next));
    takeMenu(windows.get('display'));
    for (const name of ['till', 'display'] as const) windows.get(name)?.setTitle(titlesIn(next)[name]);
  };
  powerMonitor.on('resume', () => {
    crashes.forgive();
    parts.onWake();
  });
  return {
    serve(served) {
      handleCalls({ ...served, report: parts.report, called: parts.called }, windows.nameOf);
      for (const name of ['till', 'display'] as const)
        pages.set(crashPagePath(name), () => served.crashPage(name, crashes.why(name)));
    },
    privatePlaces: privatePlaces(
      parts.clock,
      () => windows.get('till'),
      () => nativeWords(language),
    ),
    showTill(snapshot) {
      speak(snapshot.language);
      followPlaces();
      push(windows.get('till'), 'till.snapshot', snapshot);
    },
    showDisplay: (snapshot) => push(windows.get('display'), 'display.snapshot', snapshot),
    displayState: windows.displayState,
    screens: screensSeen,
    openDisplay,
    displays: {
      list: () => listed(windows.screens()),
      test: createTestPictures({ clock: parts.clock, pages, screens: windows.screens, language: () => language }),
    },
    focusTill() {
      const found = windows.focusTill();
      return crashes.of('till')?.tryAgain() ? 'new' : found;
    },
    openOutside: (url, host) => openOutside(url, host, parts.report),
    paper: reportedPrinting(parts, windows, crashes),
    chooseFile: (file) => chooseFile(windows.get('till'), nativeWords(language), file),
    openFolder: () => openFolder(windows.get('till')),
    openFile: (file) => openFile(windows.get('till'), nativeWords(language), file),
    heardFrom: (name) => crashes.of(name)?.beat(),
  };
}

function placesFollower(parts: Pick<ShellParts, 'places' | 'onStartWithComputer'>, windows: Windows): () => void {
  let places = chosenPlaces(parts.places());
  let startsWith = parts.places().kiosk?.atStart ?? false;
  const startOrReport = (wanted: boolean) => {
    try {
      startWithComputer(wanted);
      parts.onStartWithComputer();
    } catch (thrown) {
      parts.onStartWithComputer(thrown);
    }
  };
  // Never sets `false` at the start: another terminal of this computer may need the log-in item.
  if (startsWith) startOrReport(true);
  return () => {
    const now = chosenPlaces(parts.places());
    if (now === places) return;
    places = now;
    windows.placesChosen();
    const wanted = parts.places().kiosk?.atStart ?? false;
    if (wanted !== startsWith) startOrReport(wanted);
    startsWith = wanted;
  };
}

function reportedPrinting(parts: Pick<ShellParts, 'clock' | 'onPrint'>, windows: Windows, crashes: CrashWatch): Paper {
  const paper = createPrinting({
    clock: parts.clock,
    hold: () => crashes.of('till')?.hold() ?? (() => undefined),
    till: () => windows.get('till'),
  });
  return {
    ...paper,
    async print(request) {
      const outcome = await paper.print(request);
      parts.onPrint(outcome);
      return outcome;
    },
  };
}

async function openOutside(url: string, host: string, report: ShellParts['report']): Promise<void> {
  const page = payerPage(url, host);
  if (page !== undefined) return system.openExternal(page);
  report({ code: 'guard.outside' });
  throw new Error('URL not allowed in the system browser');
}

function listed(screens: readonly ShownScreen[]): ReturnType<Screens['list']> {
  return screens.map(({ screen, rotation, shows }) => ({
    mark: markOf(screen),
    primary: screen.primary,
    rotation,
    shows: [...shows],
  }));
}

function chosenPlaces({ screens, kiosk }: ReturnType<ShellParts['places']>): string {
  return JSON.stringify({ screens, kiosk });
}

function titlesIn(language: Language) {
  const words = nativeWords(language);
  return { till: words('titles.till'), display: words('titles.display') };
}

/** Primary screen first. */
function screensSeen(): readonly ScreenSeen[] {
  const primary = screen.getPrimaryDisplay().id;
  return screen
    .getAllDisplays()
    .toSorted((a, b) => Number(b.id === primary) - Number(a.id === primary))
    .map(({ size, scaleFactor, rotation }) => ({
      width: Math.round(size.width * scaleFactor),
      height: Math.round(size.height * scaleFactor),
      rotation,
    }));
}
