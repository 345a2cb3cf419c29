import { IconLock } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import styles from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { useLockedOut } from './use-locked-out.ts';
import { isForManagers, type View, views } from './views.ts';
import { WhoIsHere } from './who-is-here.tsx';

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
      <nav className={styles.views} aria-label={t('nav.name')}>
        {views.map((view) => (
          <ViewLink key={view.name} view={view} />
        ))}
      </nav>
      <WhoIsHere />
      <LanguageSwitch />
      <LockButton />
      <ServiceState />
    </header>
  );
}

function ViewLink({ view }: { readonly view: View }) {
  const { t } = useWords();
  const current = useUi((ui) => ui.view);
  const show = useUi((ui) => ui.show);
  const showManaged = useUi((ui) => ui.showManaged);
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

function LockButton() {
  const { t } = useWords();
  const lock = useCall('session.lock');
  const show = useUi((ui) => ui.show);
  const locked = useTill((till) => till.role === 'cashier' || !till.terminal.pinSet);
  const mayLock = useUi((ui) => ui.mayLock);
  if (locked) return null;
  const run = async () => {
    if (!mayLock()) return;
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
    <div className={styles.service} data-state={state} role="status" aria-live="off" aria-label={t('service.name')}>
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
