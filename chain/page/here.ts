import { createContext, use, useSyncExternalStore } from 'react';
import { type Role, roles, type Told } from '../web/contract.ts';

export const views = ['today', 'tills', 'sales', 'refunds', 'payouts', 'settings', 'people'] as const;
export type View = (typeof views)[number];
/** The least role that opens a view. */
const opens: Readonly<Record<View, Role>> = {
  ...{ today: 'viewer', tills: 'viewer', sales: 'viewer', refunds: 'viewer', payouts: 'viewer' },
  ...{ settings: 'manager', people: 'admin' },
};

type Places = Readonly<Record<string, string | number | null | undefined>>;

/** The view of the address, and what is chosen there. A link from one view to another keeps the shop. */
export function useHere() {
  const [name, query] = useSyncExternalStore(hear, () => location.hash)
    .slice(1)
    .split('?');
  const view = views.find((one) => one === name) ?? 'today';
  const chosen = new URLSearchParams(query);
  const link = (changes: Places = {}, to: View = view) => {
    const kept = Object.fromEntries(
      [...chosen].filter(([key]) => to === view || key === 'shop' || key === 'environment'),
    );
    const all = Object.entries({ ...kept, ...changes }).filter(([, value]) => value !== null && value !== undefined);
    return `#${to}?${new URLSearchParams(all.map(([key, value]) => [key, String(value)]))}`;
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

export type Me = Told<'me'>;
const MeContext = createContext<Me | null>(null);
export const MeProvider = MeContext.Provider;

/** Who is signed in, and what they may do. */
export function useMe() {
  const me = use(MeContext);
  if (me === null) throw new Error('Nobody is signed in above this component');
  const here = useHere();
  const environment = me.environments.find((one) => one === here.of('environment')) ?? me.environments[0] ?? 'PROD';
  const may = (role: Role) => roles.indexOf(me.role) >= roles.indexOf(role);
  /** A payout is of every shop of a merchant. */
  const mayOpen = (view: View) => may(opens[view]) && (view !== 'payouts' || me.shops === null);
  return { ...me, environment, may, mayOpen };
}
