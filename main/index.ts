import './support/clean-environment.ts';

import { join } from 'node:path';
import { start } from './app.ts';
import {
  dataFolder,
  endAnyway,
  endCommand,
  endStart,
  prepareApp,
  prepareCommand,
  systemLanguage,
} from './shell/app-lifecycle.ts';
import { followEnding } from './shell/ending.ts';
import { openShell } from './shell/shell.ts';
import { createInstaller, installKind } from './shell/update-installer.ts';

await start(process.argv.slice(1), {
  outDir: join(import.meta.dirname, '..'),
  dataFolder,
  prepareApp,
  prepareCommand,
  endCommand,
  endStart,
  systemLanguage,
  endAnyway,
  followEnding,
  openInstaller: ({ packaged, ...parts }) =>
    createInstaller({ ...parts, kind: packaged ? installKind(process) : undefined }),
  openShell,
});
