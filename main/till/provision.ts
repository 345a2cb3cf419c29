import { readFileSync, statSync } from 'node:fs';
import type { Random } from '../base/clock.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Log } from '../support/log.ts';
import type { Keychain } from '../terminal/keychain.ts';
import { type ProvisioningResult, readProvisioning } from '../terminal/provisioning-file.ts';
import { saveSettings } from '../terminal/save-settings.ts';
import { secureDelete } from '../terminal/secure-delete.ts';
import type { SettingsStore } from '../terminal/settings-store.ts';
import { leftBehind } from '../windows/handlers.ts';
import type { Notices } from '../windows/notices.ts';

export interface ProvisionParts {
  readonly notices: Notices;
  readonly store: SettingsStore;
  readonly random: Random;
  readonly log: Log;
  keychain(): Promise<Keychain>;
  /** A line for the terminal that the app was started from: support staff read it there. */
  say(line: string): void;
}

/** `--provision=FILE` on a start (design: 8). */
export interface Provision {
  /** Takes the file in, whole or not at all, and tells the outcome in notices; never throws. */
  take(path: string): Promise<void>;
  /** Overwrites and removes the file that was taken in. Errors: `provision.no-file`, `provision.not-shredded`. */
  shred(): void;
}

/** A provisioning file is a few kilobytes; nothing near this size is one. */
const LARGEST_BYTES = 256 * 1024;
const SHRED_NOTICE = 'provision.shred';

export function createProvision(parts: ProvisionParts): Provision {
  const { notices, log } = parts;
  let taken: string | undefined;

  function tellFaults(path: string, result: Extract<ProvisioningResult, { ok: false }>): void {
    for (const [index, { path: place, code, values }] of result.errors.entries()) {
      parts.say(`${path}: ${place}: ${code}`);
      notices.put({
        id: `provision.fault.${index}`,
        code: 'provision.fault',
        severity: 'alarm',
        values: { ...values, place, fault: code, number: index + 1, count: result.errors.length },
        action: 'dismiss',
      });
    }
    log.error('The provisioning file has faults; nothing of it was kept', { count: result.errors.length });
  }

  return {
    async take(path) {
      try {
        const result = readProvisioning(textOf(path));
        if (!result.ok) return tellFaults(path, result);
        const keychain = await parts.keychain();
        const { store, random } = parts;
        await saveSettings({ store, keychain, random, leftBehind: leftBehind(log) }, result.provisioning);
        taken = path;
        notices.put({
          id: SHRED_NOTICE,
          code: SHRED_NOTICE,
          severity: 'warning',
          values: { path },
          action: 'shred-file',
        });
        log.info('The terminal was provisioned', { kid: result.provisioning.signingKey.kid });
      } catch (thrown) {
        const { code, message, values } = toTillError(thrown);
        parts.say(message);
        notices.put({
          id: 'provision.failed',
          code,
          severity: 'alarm',
          values: { message, ...values },
          action: 'dismiss',
        });
        log.error(message, { code });
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
      notices.clear(SHRED_NOTICE);
      log.info('The provisioning file was shredded');
    },
  };
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > LARGEST_BYTES) throw new Error('it is too large to be one');
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError('provision.unreadable', `The provisioning file ${path} cannot be read: ${why}`, {
      values: { path, why },
      cause,
    });
  }
}
