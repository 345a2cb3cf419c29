import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type LaunchOptions, launchApp, type RunningApp } from './launch.ts';
import { openShop, type Shop, type ShopOptions } from './till-and-service.ts';

/**
 * Creates a folder for a test file, removed after its apps have ended: call before starting an app that uses the
 * folder.
 */
export function givenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-e2e-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a till in live mode with its service, for the tests of a file or of a `describe`. */
export function givenShop(options: ShopOptions = {}): Shop {
  return opened(() => openShop(options), 'close');
}

export function givenApp(options: LaunchOptions = {}): RunningApp {
  return opened(() => launchApp(options), 'stop');
}

export const givenTraining = (options: LaunchOptions = {}) => givenApp({ ...options, args: ['--training'] });

/** Copies getters too: their values change with the running app. */
function opened<How extends string, What extends { [name in How]: () => Promise<void> }>(
  open: () => Promise<What>,
  how: How,
): What {
  const what = {} as Partial<What>;
  beforeAll(async () => {
    Object.defineProperties(what, Object.getOwnPropertyDescriptors(await open()));
  });
  afterAll(() => what[how]?.());
  return what as What;
}

/** Sets the host's answers to the system's file dialogs, in order. */
export function dialogsAnswer(...answers: readonly ({ filePath: string } | { filePaths: readonly string[] })[]) {
  return { TILLMATE_HOST_DIALOGS: JSON.stringify(answers) };
}
