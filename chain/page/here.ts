import { createContext, use, useSyncExternalStore } from 'react';
import { type Received, type Role, roles } from '../web/contract.ts';

/** `least`: minimum role. */
export const views = {
  today: { name: 'figures.today', least: 'viewer' },
  tills: { name: 'chain.view.tills', least: 'viewer' },
  sales: { name: 'record.kind.sales', least: 'viewer' },
  refunds: { name: 'details.refunds', least: 'viewer' },
  payouts: { name: 'nav.payouts', least: 'viewer' },
  settings: { name: 'nav.settings', least: 'manager' },
  people: { name: 'chain.view.people', least: 'admin' },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly least: Role }>>;
type View = keyof typeof views;
export const viewNames = Object.keys(views) as readonly View[];

type Places = Readonly<Record<string, string | number | null | undefined>>;

/** Leaves out entries without a value. */
export function queryOf(places: Places): string {
  const given = Object.entries(places).filter(([, value]) => value !== null && value !== undefined);
  return String(new URLSearchParams(given.map(([key, value]) => [key, String(value)])));
}

/** From the address. Links between views keep the shop. */
export function useHere() {
  const [name, query] = useSyncExternalStore(hear, () => location.hash)
    .slice(1)
    .split('?');
  const view = viewNames.find((one) => one === name) ?? 'today';
  const chosen = new URLSearchParams(query);
  const link = (changes: Places = {}, to: View = view) => {
    const kept = Object.fromEntries(
      [...chosen].filter(([key]) => to === view || key === 'shop' || key === 'environment'),
    );
    return `#${to}?${queryOf({ ...kept, ...changes })}`;
  };
  return {
    view,
    link,
    of: (key: string) => chosen.get(key) ?? undefined,
    number: (key: string) => (chosen.has(key) ? Number(chosen.get(key)) : undefined),
    go(changes: Places) {
      location.hash = link(changes);
    },
  };
}

function hear(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

const MeContext = createContext<Received<'me'> | null>(null);
export const MeProvider = MeContext.Provider;

export function useMe() {
  const me = use(MeContext);
  if (me === null) throw new Error('No signed-in member above this component');
  const here = useHere();
  const environment = me.environments.find((one) => one === here.of('environment')) ?? me.environments[0] ?? 'PROD';
  const may = (role: Role) => roles.indexOf(me.role) >= roles.indexOf(role);
  /** Payouts cover all shops of a merchant. */
  const mayOpen = (view: View) => may(views[view].least) && (view !== 'payouts' || me.shops === null);
  const nameOf = (shop: string) => me.seen.find((one) => one.shop === shop)?.name ?? shop;
  return { ...me, environment, may, mayOpen, nameOf };
}
