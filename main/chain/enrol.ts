import { generateKeyPairSync } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import type { Chain } from '../identity/sealed-record.ts';
import { createUndiciTransport, type SystemNetwork } from '../service/undici-transport.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { askCollector, COLLECTOR_TIMEOUTS } from './collector.ts';
import { ENROL_PATH } from './wire.ts';

export interface EnrolmentParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly network: Pick<SystemNetwork, 'resolveProxy'>;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly version: string;
}

/** Loaded when somebody enrols: a start needs none of it. Errors: `settings.required`, `head-office.*`. */
export function createEnrolment({ clock, network, store, version }: EnrolmentParts) {
  /** Kept for a repeat, whose answer may have been lost: the collector gives the same key the same answer. */
  let tried: { readonly wish: string; readonly keys: ReturnType<typeof makeKeys> } | undefined;
  return async ({ address, code }: { readonly address: string; readonly code: string }): Promise<Chain> => {
    const { settings, terminalId } = store.file;
    if (settings === undefined) throw new TillError('settings.required', 'This terminal is not set up yet');
    const wish = JSON.stringify([address, code]);
    if (tried?.wish !== wish) tried = { wish, keys: makeKeys() };
    const { publicKey, privateKey } = tried.keys;
    const { environment } = settings.service;
    const own = { terminalId, posId: settings.pos.posId, appVersion: version, environment };
    const body = JSON.stringify({ code, ...own, publicKey: publicKey.export({ format: 'jwk' }).x });
    const transport = createUndiciTransport(COLLECTOR_TIMEOUTS, network);
    try {
      const collector = { transport, address, privateKey, now: () => clock.now() };
      const { till, chain } = await askCollector(collector, { name: 'enrol', path: ENROL_PATH, body });
      const kept = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
      return { till, name: chain, address, privateKey: kept };
    } finally {
      await transport.close();
    }
  };
}

const makeKeys = () => generateKeyPairSync('ed25519');
