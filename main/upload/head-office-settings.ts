import { type CounterSettings, headOfficeSettings } from '../../preload/contract/settings-table.ts';
import type { Acts } from '../audit/audit-log.ts';
import type { Log } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Chain } from '../identity/sealed-record.ts';
import type { SettingsSaver } from '../settings/save-settings.ts';
import { everyChangedField } from '../settings/sealed-fields.ts';
import type { CounterChanges } from '../settings/settings-as-stored.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Till } from '../till/switchable-till.ts';
import { counterNow } from '../till/under-way.ts';
import type { Answer, Status } from './wire.ts';

interface Parts {
  readonly till: Pick<Till, 'opened' | 'adjustAfter'>;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly save: Pick<SettingsSaver, 'fromHeadOffice'>;
  readonly acts: Pick<Acts, 'record'>;
  readonly log: Pick<Log, 'warn'>;
  chain(): Chain | undefined;
}

export type HeadOfficeSettings = ReturnType<typeof createHeadOfficeSettings>;

/** Between sales, all or none; the last valid settings stay in force on failure. */
export function createHeadOfficeSettings({ till, store, save, acts, log, chain }: Parts) {
  let came: Answer<'settings'> | undefined;
  let failed: { readonly revision: string; readonly problem: TillError } | undefined;
  let isApplying = false;

  async function apply(): Promise<void> {
    const kept = chain();
    if (came === undefined || kept === undefined || isApplying || counterNow(till).underWay) return;
    const { revision, settings } = came;
    [isApplying, came] = [true, undefined];
    try {
      const before = store.file;
      const changes = readHeadOfficeSettings(settings, before.counter.display);
      const sets = revision === null ? undefined : { revision, paths: Object.keys(settings) };
      await till.adjustAfter(() => save.fromHeadOffice(sets, changes));
      const fields = everyChangedField(before, store.file).join(' ');
      const by = { role: 'till', name: kept.name } as const;
      if (fields !== '') acts.record({ act: 'settings-changed', by, about: 'head-office', values: { fields } });
      failed = undefined;
    } catch (thrown) {
      const problem = toTillError(thrown);
      log.warn(problem);
      // A temporary fault is retried after the next status call, when the collector sends the settings again.
      const passes = problem.retryable || problem.code === 'pin.required';
      failed = passes || revision === null ? undefined : { revision, problem };
    } finally {
      isApplying = false;
    }
  }

  return {
    apply,
    take(given: Answer<'settings'>): void {
      came = given;
      void apply();
    },
    forget(): void {
      [came, failed] = [undefined, undefined];
    },
    /** The revision that the collector need not send again. */
    revision: (): string | null => failed?.revision ?? chain()?.settings?.revision ?? null,
    problem: (): TillError | undefined => failed?.problem,
    status(): Status['settings'] {
      if (failed === undefined) {
        const revision = chain()?.settings?.revision;
        return revision === undefined ? undefined : { revision, state: 'applied' };
      }
      const { code, values } = failed.problem;
      const path = values?.['path'];
      const why = { code, ...omitUndefined({ path: path === undefined ? undefined : String(path) }) };
      return { revision: failed.revision, state: 'failed', why };
    },
  };
}

type Display = CounterSettings['display'];

/** Throws `TillError` `head-office.setting`, also for a host that `display` does not name. */
function readHeadOfficeSettings(settings: Readonly<Record<string, unknown>>, display: Display): CounterChanges {
  const root: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(settings)) {
    const read = headOfficeSettings.find((setting) => setting.path === path)?.given.safeParse(value);
    if (read?.data === undefined || leadsElsewhere(path, read.data, display))
      throw new TillError('head-office.setting', `${path} is not a setting of head office, or its value is invalid`, {
        values: { path },
      });
    const names = path.split('.').slice(1);
    const last = names.pop() ?? '';
    let group = root;
    for (const name of names) {
      group[name] ??= {};
      group = group[name] as typeof root;
    }
    group[last] = read.data;
  }
  return root;
}

/** Prevents a collector from sending customers to a host of its choice. */
function leadsElsewhere(path: string, value: unknown, { receiptUrl, message }: Display): boolean {
  const known = [...(receiptUrl === undefined ? [] : [new URL(receiptUrl).host]), ...hostsIn(message)];
  if (path === 'counter.display.receiptUrl') return !known.includes(new URL(String(value)).host);
  return path === 'counter.display.message' && hostsIn(String(value)).some((host) => !known.includes(host));
}

function hostsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu) ?? [];
}
