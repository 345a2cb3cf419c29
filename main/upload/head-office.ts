import type { HeadOfficeView } from '../../preload/contract/head-office.ts';
import type { Acts } from '../audit/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { Actor } from '../domain/events.ts';
import type { TerminalTrust } from '../settings/current-trust.ts';
import { stateOf } from '../settings/read-trust.ts';
import type { SettingsSaver } from '../settings/save-settings.ts';
import type { Till } from '../till/switchable-till.ts';
import type { createEnrolment, EnrolmentParts } from './enrol.ts';
import { createEnrolmentByFile } from './enrolment-by-file.ts';
import { createHeadOfficeSettings } from './head-office-settings.ts';
import { createUploads, type UploadParts } from './start-uploads.ts';
import { uploadFacts } from './upload-facts.ts';

interface HeadOfficeParts extends UploadParts, EnrolmentParts {
  readonly clock: Clock;
  readonly till: Pick<Till, 'ready' | 'mode' | 'opened' | 'roles' | 'adjustAfter'>;
  readonly trust: Pick<TerminalTrust, 'found' | 'fault' | 'keyFor'>;
  readonly save: Pick<SettingsSaver, 'chain' | 'fromHeadOffice'>;
  readonly acts: Pick<Acts, 'record'>;
  readonly events: {
    on(event: 'changed', listener: () => void): unknown;
    off(event: 'changed', listener: () => void): unknown;
  };
}

export type HeadOffice = ReturnType<typeof openHeadOffice>;

/** Uploads the live journal in parallel with sales, and applies head office's settings. */
export function openHeadOffice(parts: HeadOfficeParts) {
  const { network, till, trust, save, acts, events } = parts;
  // While the keychain does not answer, the till reports the fault to the collector and saves no settings.
  const chain = () => stateOf(trust.found).chain;
  const settings = createHeadOfficeSettings({ ...parts, chain });
  const shipping = createUploads(parts, {
    chain,
    sealKey: () => trust.keyFor('journal'),
    facts: () => uploadFacts(parts, settings),
    proxy: async (url) => (await network.resolveProxy?.(url)) ?? 'DIRECT',
    settings: settings.take,
  });
  let enrolment: ReturnType<typeof createEnrolment> | undefined;
  const enrolAs = async (by: Actor, request: Parameters<ReturnType<typeof createEnrolment>>[0]) => {
    enrolment ??= (await import('./enrol.ts')).createEnrolment(parts);
    const enrolled = await enrolment(request);
    await till.adjustAfter(() => save.chain(enrolled));
    // Each enrolment needs a new key.
    enrolment = undefined;
    acts.record({ act: 'head-office-enrolled', by, values: { name: enrolled.name, till: enrolled.till } });
    shipping.begin();
  };
  const joining = createEnrolmentByFile({
    ...parts,
    wanted: () => (chain() === undefined ? stateOf(trust.found).joining : undefined),
    enrol: (asked) => enrolAs({ role: 'till' }, asked),
  });
  const follow = () => {
    joining.follow();
    shipping.follow();
    void settings.apply();
  };
  void till.ready.then(() => {
    joining.follow();
    events.on('changed', follow);
  });

  return {
    /** Throws `TillError`: `head-office.*`, `settings.required`, and the errors of a save. The code remains valid. */
    async enrol(request: { readonly address: string; readonly code: string }): Promise<void> {
      if (trust.fault !== undefined) throw trust.fault;
      await enrolAs(till.roles.actor(), request);
    },
    /** The collector keeps the uploaded data. Errors: as for a save. */
    async leave(): Promise<void> {
      const by = till.roles.actor();
      const name = chain()?.name ?? '';
      await till.adjustAfter(() => save.chain(undefined));
      acts.record({ act: 'head-office-left', by, values: { name } });
      settings.forget();
      shipping.forget();
    },
    view(): HeadOfficeView {
      const enrolled = chain();
      if (enrolled === undefined && trust.fault !== undefined) throw trust.fault;
      if (enrolled === undefined) return omitUndefined({ joining: joining.view() });
      const { name, till: number, address, settings: sets } = enrolled;
      const { shippedAt, waiting, fault } = shipping.shown();
      const problems = { problem: fault?.toView(), settingsProblem: settings.problem()?.toView() };
      const facts = omitUndefined({ shippedAt, waiting, ...problems });
      return { enrolled: { chain: name, till: number, address, ...facts, sets: sets?.paths ?? [] } };
    },
    failingSince: shipping.failingSince,
    async close(): Promise<void> {
      events.off('changed', follow);
      joining.close();
      await shipping.close();
    },
  };
}
