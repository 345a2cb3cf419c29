import { readFileSync, statSync } from 'node:fs';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Log } from '../support/log.ts';
import { readProvisioning } from '../terminal/provisioning-file.ts';
import { secureDelete } from '../terminal/secure-delete.ts';
import type { SaveTerminal } from './settings-saver.ts';
import type { OnTillEvent } from './till-events.ts';

export interface ProvisioningParts {
  readonly save: SaveTerminal;
  readonly log: Log;
  readonly onEvent: OnTillEvent;
  /** Prints a line in the terminal that the app was started from, where support staff read it. */
  print(line: string): void;
}

/** `--provision=FILE` on a start (docs/interface.md, Provisioning file). */
export interface ProvisioningOnStart {
  /** Takes the file in, whole or not at all; the outcome is an event. Never throws. */
  take(path: string): Promise<void>;
  /** Overwrites and removes the file that was taken in. Errors: `provision.no-file`, `provision.not-shredded`. */
  shred(): void;
}

/** A provisioning file is a few kilobytes. Reading whatever a mistyped path names would hold up the start. */
const LARGEST_BYTES = 256 * 1024;

export function createProvisioning({ save, log, onEvent, print }: ProvisioningParts): ProvisioningOnStart {
  let taken: string | undefined;

  async function takeIn(path: string): Promise<void> {
    const result = readProvisioning(textOf(path));
    if (!result.ok) {
      for (const error of result.errors) print(`${path}: ${error.path}: ${error.code}`);
      onEvent({ type: 'provisioning-file-invalid', errors: result.errors });
      log.error('The provisioning file has faults; nothing of it was kept', { count: result.errors.length });
      return;
    }
    await save(result.provisioning);
    taken = path;
    onEvent({ type: 'provisioned', path });
    log.info('The terminal was provisioned', { kid: result.provisioning.signingKey.kid });
  }

  return {
    async take(path) {
      try {
        await takeIn(path);
      } catch (thrown) {
        const error = toTillError(thrown);
        print(error.message);
        onEvent({ type: 'provisioning-failed', error });
        log.error(error.message, { code: error.code });
      }
    },
    shred() {
      if (taken === undefined) throw new TillError('provision.no-file', 'There is no file to shred');
      try {
        secureDelete(taken);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new TillError('provision.not-shredded', `The file could not be shredded: ${why}`, {
          retryable: true,
          values: { path: taken },
          cause,
        });
      }
      taken = undefined;
      onEvent({ type: 'provisioning-file-shredded' });
      log.info('The provisioning file was shredded');
    },
  };
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > LARGEST_BYTES) throw new Error('it is too large');
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError('provision.unreadable', `The provisioning file ${path} cannot be read: ${why}`, {
      values: { path, why },
      cause,
    });
  }
}
