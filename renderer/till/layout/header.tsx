import { IconLock, IconUser } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import type { Role } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { shownStage } from '../../ui/sale-stage.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { useLockedOut, useTill, useUi, withoutTimeLeft } from '../till-store.ts';
import type { ViewName } from '../ui-state/navigation.ts';
import styles from './header.module.css';
import { Help } from './help.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { StageLink } from './stage-link.tsx';

interface View {
  readonly name: ViewName;
  /** Other roles enter a PIN first. */
  readonly roles: readonly Role[];
  readonly keys?: string;
}

const everyone: readonly Role[] = ['cashier', 'manager', 'support'];
const managers: readonly Role[] = ['manager', 'support'];

const views: readonly View[] = [
  { name: 'sale', roles: everyone },
  { name: 'payments', roles: everyone, keys: 'F2' },
  { name: 'day', roles: managers },
  { name: 'payouts', roles: managers },
  { name: 'settings', roles: managers },
  { name: 'support', roles: managers },
];

function isForManagers({ roles }: View): boolean {
  return !roles.includes('cashier');
}

export function Header() {
  const { t } = useWords();
  const terminal = useTill((till) => till.terminal);
  return (
    <header className={styles.header}>
      <div className={styles.terminal}>
        <p className={styles.shop} data-cut>
          {terminal.shopName || t('app.name')}
        </p>
        {terminal.posId !== '' && <span className={styles.pos}>{terminal.posId}</span>}
        {terminal.environment !== undefined && (
          <span className={styles.environment} data-environment={terminal.environment}>
            {t(`environment.${terminal.environment}`)}
          </span>
        )}
      </div>
      <CurrentSale />
      <nav className={styles.views} aria-label={t('nav.name')}>
        {views.map((view) => (
          <ViewLink key={view.name} view={view} />
        ))}
      </nav>
      <WhoIsHere />
      <Help />
      <LanguageSwitch />
      <LockButton />
      <ServiceState />
    </header>
  );
}

/** Next to the shop's name, or replacing the name where room is scarce. */
function CurrentSale() {
  const { t, money } = useWords();
  const show = useUi((ui) => ui.navigation.show);
  const selling = useUi((ui) => ui.navigation.view === 'sale');
  const sale = useTill((till) => withoutTimeLeft(till.sale));
  if (sale === null || selling) return null;
  const stage = shownStage(sale);
  return (
    <StageLink className={styles.current} view="sale" stage={stage} open={() => show('sale')}>
      {t('strip.current', { amount: money(sale.amount), stage: t(`stage.${stage}`) })}
    </StageLink>
  );
}

function ViewLink({ view }: { readonly view: View }) {
  const { t } = useWords();
  const current = useUi((ui) => ui.navigation.view);
  const show = useUi((ui) => ui.navigation.show);
  const showManaged = useUi((ui) => ui.navigation.showManaged);
  const role = useTill((till) => till.role);
  const lockedOut = useLockedOut();
  const { name, keys } = view;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    if (isForManagers(view) && !(name === 'support' && lockedOut)) showManaged(name, role);
    else show(name);
  };
  return (
    <a
      className={styles.link}
      href={`#${name}`}
      aria-current={current === name ? 'page' : undefined}
      aria-keyshortcuts={keys}
      onClick={open}
    >
      {t(`nav.${name}`)}
      {keys !== undefined && <Keycap name={keys} />}
    </a>
  );
}

const LOCKING = { to: 'sale', locks: true } as const;

function LockButton() {
  const { t } = useWords();
  const lock = useCall('session.lock');
  const show = useUi((ui) => ui.navigation.show);
  const locked = useTill((till) => till.role === 'cashier' || !till.terminal.pinSet);
  const mayLeave = useUi((ui) => ui.settings.mayLeave);
  if (locked) return null;
  const run = async () => {
    if (!mayLeave(LOCKING)) return;
    const outcome = await lock.run({});
    if (outcome?.ok) show('sale');
  };
  return (
    <Button kind="plain" onClick={run}>
      <IconLock aria-hidden="true" size={24} stroke={1.75} />
      <span className={styles.unseenWhereNarrow}>{t('nav.lock')}</span>
    </Button>
  );
}

function ServiceState() {
  const { t } = useWords();
  const state = useTill((till) => till.service.state);
  return (
    <div
      className={styles.service}
      data-state={state}
      role="status"
      aria-live="off"
      aria-label={t('settings.group.service')}
    >
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        {state === 'online' ? (
          <circle cx="9" cy="9" r="8" fill="currentColor" />
        ) : (
          <circle cx="9" cy="9" r="7" fill="none" stroke="currentColor" strokeWidth="3" />
        )}
      </svg>
      {t(`service.${state}`)}
    </div>
  );
}

function Keycap({ name }: { readonly name: string }) {
  return (
    <span className={styles.keycap} aria-hidden="true">
      {name}
    </span>
  );
}

function WhoIsHere() {
  const { t } = useWords();
  const name = useTill((till) => till.person?.name);
  const signsIn = useTill((till) => till.signsIn === true);
  const open = useUi((ui) => ui.pin.signIn);
  const mayLeave = useUi((ui) => ui.settings.mayLeave);
  if (signsIn)
    return (
      <Button
        kind="plain"
        className={styles.who}
        aria-label={name === undefined ? undefined : t('people.here', { name })}
        onClick={() => mayLeave(LOCKING) && open(true)}
      >
        <IconUser aria-hidden="true" size={24} stroke={1.75} />
        <span className={styles.name} data-cut>
          {name ?? t('people.sign-in')}
        </span>
      </Button>
    );
  if (name === undefined) return null;
  return (
    <p className={styles.who}>
      <IconUser aria-hidden="true" size={24} stroke={1.75} />
      <span className={textStyles.unseen}>{t('people.here', { name })}</span>
      <span className={styles.name} data-cut aria-hidden="true">
        {name}
      </span>
    </p>
  );
}
