import { generateKeyPairSync } from 'node:crypto';
import type { HeadOfficeView } from '../../preload/contract/head-office.ts';
import { given } from '../base/given.ts';
import { TillError } from '../base/till-error.ts';
import type { SystemNetwork } from '../service/undici-transport.ts';
import { stateOf } from '../settings/read-trust.ts';
import type { SettingsSaver } from '../settings/save-settings.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { TerminalTrust } from '../settings/terminal-trust.ts';
import type { Acts } from '../till/acts.ts';
import type { Till } from '../till/switchable-till.ts';
import { askCollector, COLLECTOR_TIMEOUTS } from './collector.ts';
import { createHeadOfficeSettings } from './head-office-settings.ts';
import { shipFacts } from './ship-facts.ts';
import { createShipping, type ShippingParts } from './shipping.ts';
import { ENROL_PATH } from './wire.ts';

interface HeadOfficeParts extends ShippingParts {
  readonly version: string;
  readonly network: Pick<SystemNetwork, 'resolveProxy'>;
  readonly till: Pick<Till, 'ready' | 'mode' | 'opened' | 'roles' | 'adjustAfter'>;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly trust: Pick<TerminalTrust, 'found' | 'fault'>;
  readonly save: Pick<SettingsSaver, 'chain' | 'fromHeadOffice'>;
  readonly acts: Pick<Acts, 'record'>;
  readonly events: {
    on(event: 'changed', told: () => void): unknown;
    off(event: 'changed', told: () => void): unknown;
  };
}

export type HeadOffice = ReturnType<typeof openHeadOffice>;

/** The till in a chain: its live record is shipped while it is enrolled, beside whatever the till does. */
export function openHeadOffice(parts: HeadOfficeParts) {
  const { network, till, trust, save, acts, events } = parts;
  // A keychain that does not answer just now is told to head office, and keeps nothing from it.
  const chain = () => stateOf(trust.found).chain;
  const settings = createHeadOfficeSettings({ ...parts, chain });
  const shipping = createShipping(parts, {
    chain,
    facts: () => shipFacts(parts, settings),
    proxy: async (url) => (await network.resolveProxy?.(url)) ?? 'DIRECT',
    settings: settings.take,
  });
  const enrolment = createEnrolment(parts);
  const follow = () => {
    shipping.follow();
    void settings.apply();
  };
  void till.ready.then(() => events.on('changed', follow));

  return {
    /** Errors: `head-office.*`, `settings.required`, and those of a save; the code stays good for a repeat. */
    async enrol(wish: { readonly address: string; readonly code: string }): Promise<void> {
      if (trust.fault !== undefined) throw trust.fault;
      if (chain() !== undefined) throw new TillError('head-office.enrolled', 'The till is enrolled');
      const by = till.roles.actor();
      const enrolled = await enrolment(wish);
      await till.adjustAfter(() => save.chain(enrolled));
      acts.record({ act: 'head-office-enrolled', by, values: { name: enrolled.name, till: enrolled.till } });
      shipping.begin();
    },
    /** Head office keeps what it has. Errors: those of a save. */
    async leave(): Promise<void> {
      const by = till.roles.actor();
      const name = chain()?.name ?? '';
      await till.adjustAfter(() => save.chain(undefined));
      acts.record({ act: 'head-office-left', by, values: { name } });
      settings.forget();
      shipping.forget();
    },
    /** Errors: why the keychain does not tell. */
    view(): HeadOfficeView {
      const enrolled = chain();
      if (enrolled === undefined && trust.fault !== undefined) throw trust.fault;
      if (enrolled === undefined) return {};
      const { name, till: number, address, settings: sets } = enrolled;
      const { shippedAt, waiting, fault } = shipping.shown();
      const problems = { problem: fault?.toView(), settingsProblem: settings.problem()?.toView() };
      const facts = given({ shippedAt, waiting, ...problems });
      return { enrolled: { chain: name, till: number, address, ...facts, sets: sets?.paths ?? [] } };
    },
    failingSince: shipping.failingSince,
    async close(): Promise<void> {
      events.off('changed', follow);
      await shipping.close();
    },
  };
}

function createEnrolment({ clock, network, store, version }: HeadOfficeParts) {
  /** Kept for a repeat, whose answer may have been lost: the collector gives the same key the same answer. */
  let tried: { readonly wish: string; readonly keys: ReturnType<typeof makeKeys> } | undefined;
  return async ({ address, code }: { readonly address: string; readonly code: string }) => {
    const { settings, terminalId } = store.file;
    if (settings === undefined) throw new TillError('settings.required', 'This terminal is not set up yet');
    const wish = JSON.stringify([address, code]);
    if (tried?.wish !== wish) tried = { wish, keys: makeKeys() };
    const { publicKey, privateKey } = tried.keys;
    const { environment } = settings.service;
    const own = { terminalId, posId: settings.pos.posId, appVersion: version, environment };
    const body = JSON.stringify({ code, ...own, publicKey: publicKey.export({ format: 'jwk' }).x });
    const { createUndiciTransport } = await import('../service/undici-transport.ts');
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
