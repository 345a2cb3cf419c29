import { createPrivateKey } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { type Chain, newChainKey } from '../identity/sealed-record.ts';
import { createUndiciTransport, type SystemNetwork } from '../service/undici-transport.ts';
import { accountOf } from '../settings/account-of-settings.ts';
import type { TerminalTrust } from '../settings/current-trust.ts';
import { stateOf } from '../settings/read-trust.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { journalFileOf } from '../till/live-account.ts';
import { askCollector, COLLECTOR_TIMEOUTS } from './collector.ts';
import { anchorsOf } from './upload-facts.ts';
import { journalsToUpload } from './uploaded-journal.ts';
import { ENROL_PATH } from './wire.ts';

export interface EnrolmentParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly network: Pick<SystemNetwork, 'resolveProxy'>;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly trust: Pick<TerminalTrust, 'found'>;
  readonly dataFolder: string;
  readonly version: string;
}

/** `privateKey`: an existing key; absent: the till makes a new key. */
interface Enrolment {
  readonly address: string;
  readonly code: string;
  readonly privateKey?: string;
}

/**
 * Imported on demand to keep the start fast. A till of a chain refuses to join again. Errors of the function:
 * `settings.required`, `head-office.*`.
 */
export function createEnrolment({ clock, network, store, trust, dataFolder, version }: EnrolmentParts) {
  /** Kept for a repeat after a lost response: the collector answers the same key with the same response. */
  let tried: { readonly request: string; readonly privateKey: string } | undefined;
  return async ({ address, code, privateKey: kept }: Enrolment): Promise<Chain> => {
    if (stateOf(trust.found).chain !== undefined) throw new TillError('head-office.enrolled', 'Till already enrolled');
    const { settings, terminalId } = store.file;
    if (settings === undefined) throw new TillError('settings.required', 'Terminal not set up yet');
    const request = JSON.stringify([address, code]);
    if (tried?.request !== request) tried = { request, privateKey: kept ?? newChainKey() };
    const { privateKey: text } = tried;
    const privateKey = createPrivateKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'pkcs8' });
    const { environment } = settings.service;
    const own = { terminalId, posId: settings.pos.posId, appVersion: version, environment };
    const inUse = { account: accountOf(settings), file: journalFileOf(dataFolder, settings) };
    const journals = journalsToUpload(dataFolder, inUse, anchorsOf(trust.found));
    const merchants = journals.map(({ account: { environment, merchantId } }) => ({ environment, merchantId }));
    const body = JSON.stringify({ code, ...own, merchants, publicKey: privateKey.export({ format: 'jwk' }).x });
    const transport = createUndiciTransport(COLLECTOR_TIMEOUTS, network);
    try {
      const collector = { transport, address, privateKey, now: () => clock.now() };
      const { till, chain } = await askCollector(collector, { name: 'enrol', path: ENROL_PATH, body });
      return { till, name: chain, address, privateKey: text };
    } finally {
      await transport.close();
    }
  };
}
