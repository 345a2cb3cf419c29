import type { System } from '../app.ts';
import { dataFolder, endCommand, endStart, prepareApp, prepareCommand } from './app-lifecycle.ts';
import { followEnding } from './ending.ts';
import { endAnyway } from './forced-end.ts';
import { openShell } from './shell.ts';
import { createInstaller, installKind } from './update-installer.ts';

export const electron: Omit<System, 'outDir'> = {
  dataFolder,
  prepareApp,
  prepareCommand,
  endCommand,
  endStart,
  endAnyway,
  followEnding,
  openInstaller: ({ packaged, ...parts }) => createInstaller({ ...parts, kind: installKind(packaged) }),
  openShell,
};
