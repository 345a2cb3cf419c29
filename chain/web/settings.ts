import { revisionOf } from '../../main/upload/wire.ts';
import { headOfficeSettings } from '../../preload/contract/settings-table.ts';
import { type Asking, type Handlers, Refusal, shopOf, shopOfTill } from './asking.ts';
import type { Scope } from './contract.ts';

interface Stored {
  readonly scope: 'chain' | 'shop' | 'till';
  readonly owner: string;
  readonly path: string;
  readonly value: unknown;
  readonly by: string;
  readonly at: number;
}

export const settingsHandlers: Handlers<'settings' | 'settings.save'> = {
  async settings({ scope }, asking) {
    const owners = await ownersOf(scope, asking);
    const stored = await storedOf(owners, asking);
    const at = (kind: string, path: string) => stored.find((row) => row.scope === kind && row.path === path);
    return {
      fields: headOfficeSettings.map(({ path }) => {
        const own = at(scope.kind, path);
        const from = (['shop', 'chain'] as const).find((kind) => kind !== scope.kind && at(kind, path) !== undefined);
        return {
          path,
          own: own === undefined ? null : { value: own.value, by: own.by, at: own.at },
          wider: from === undefined ? null : { from, value: at(from, path)?.value },
        };
      }),
      tills: await statesOf(owners, asking),
    };
  },

  async 'settings.save'({ scope, values }, asking) {
    const owners = await ownersOf(scope, asking);
    if (scope.kind === 'chain' && asking.who.shops !== null)
      throw new Refusal(403, 'settings.chain-is-for-all', 'Settings of the chain require access to every shop.');
    const owner = owners[scope.kind] ?? '';
    for (const [path, value] of Object.entries(values)) {
      checkSetting(path, value);
      await asking.rows('DELETE FROM settings WHERE scope = $1 AND owner = $2 AND path = $3', scope.kind, owner, path);
      if (value === null) continue;
      await asking.rows(
        'INSERT INTO settings (scope, owner, path, value, set_by) VALUES ($1, $2, $3, $4, $5)',
        ...[scope.kind, owner, path, JSON.stringify(value), asking.who.email],
      );
    }
    const till = scope.kind === 'till' ? scope.till : undefined;
    await asking.note('settings.set', {
      ...(owners.shop && { shop: owners.shop }),
      ...(till && { till }),
      detail: values,
    });
    return {};
  },
};

function checkSetting(path: string, value: unknown): void {
  const setting = headOfficeSettings.find((one) => one.path === path);
  if (setting === undefined)
    throw new Refusal(400, 'settings.unknown', `${path} is not a setting of head office.`, { path });
  const [issue] = (value === null ? undefined : setting.given.safeParse(value).error?.issues) ?? [];
  if (issue !== undefined) throw new Refusal(400, issue.message, `Invalid value for ${path}.`, { path });
}

type Owners = { readonly chain: '' } & { readonly shop?: string; readonly till?: string };

async function ownersOf(scope: Scope, asking: Asking): Promise<Owners> {
  if (scope.kind === 'chain') return { chain: '' };
  if (scope.kind === 'shop') return { chain: '', shop: await shopOf(asking, scope.shop) };
  return { chain: '', shop: await shopOfTill(asking, scope.till), till: String(scope.till) };
}

function storedOf(owners: Owners, asking: Asking): Promise<Stored[]> {
  return asking.rows(
    `SELECT scope, owner, path, value, set_by AS by, set_at AS at FROM settings
     WHERE scope = 'chain' OR (scope = 'shop' AND owner = $1) OR (scope = 'till' AND owner = $2)`,
    owners.shop,
    owners.till,
  );
}

export interface TillOf {
  readonly till: number;
  readonly shop: string;
  /** As last reported by the till. */
  readonly told?: { readonly revision: string; readonly state: string; readonly why?: object } | null;
}

async function statesOf({ shop, till }: Owners, asking: Asking) {
  const tills = await asking.rows<TillOf>(
    `SELECT till, shop, status -> 'settings' AS told FROM tills
     WHERE ended_at IS NULL AND ($1::text IS NULL OR shop = $1) AND ($2::int IS NULL OR till = $2)`,
    shop,
    till,
  );
  const states = [...(await standingsOf(tills, asking)).values()];
  const count = (state: string) => states.filter((one) => one.settings === state).length;
  return { applied: count('applied'), failed: count('failed'), waits: count('waits') };
}

/** The till's override the shop's, which override the chain's. */
export async function standingsOf(tills: readonly TillOf[], asking: Asking) {
  const stored = await asking.rows<Stored>('SELECT scope, owner, path, value FROM settings');
  const byOwner = Map.groupBy(stored, ({ scope, owner }) => `${scope} ${owner}`);
  const revisions = new Map<string, string>();
  const standing = ({ till, shop, told }: TillOf) => {
    const of = ['chain ', `shop ${shop}`, `till ${till}`].flatMap((owner) => byOwner.get(owner) ?? []);
    if (of.length === 0) return { settings: 'none', settingsWhy: null };
    const wanted = Object.fromEntries(of.map(({ path, value }) => [path, value]));
    const key = JSON.stringify(wanted);
    const revision = revisions.get(key) ?? revisionOf(wanted);
    revisions.set(key, revision);
    if (told?.revision !== revision) return { settings: 'waits', settingsWhy: null };
    return { settings: told.state, settingsWhy: told.why ?? null };
  };
  return new Map(tills.map((one) => [one.till, standing(one)]));
}
