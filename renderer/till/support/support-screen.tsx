import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useWords } from '../../ui/use-words.ts';
import { Group } from '../layout/group.tsx';
import { Locked } from '../layout/locked.tsx';
import partListStyles from '../layout/part-list.module.css';
import { useSessionKeepAlive } from '../layout/use-session-keep-alive.ts';
import { SetUpFromFile } from '../terminal/set-up-from-file.tsx';
import { useLockedOut, useTill, useUi } from '../till-store.ts';
import { BackupTab } from './backup/backup-tab.tsx';
import { useRestore } from './backup/restore-dialog.tsx';
import { ChecksTab } from './checks/checks-tab.tsx';
import { KeychainTrouble } from './keys/keychain-trouble.tsx';
import { KeysTab } from './keys/keys-tab.tsx';
import { LogLevelSwitch, LogsTab } from './logs/logs-tab.tsx';
import { SaveSupportPack } from './pack/support-pack.tsx';
import styles from './support-screen.module.css';
import { TerminalTab } from './terminal/terminal-tab.tsx';

const tabs = ['checks', 'keys', 'backup', 'logs', 'terminal'] as const;
type SupportTab = (typeof tabs)[number];

const content: Readonly<Record<SupportTab, () => ReactNode>> = {
  checks: () => <ChecksTab />,
  keys: () => <KeysTab />,
  backup: () => <BackupTab />,
  logs: () => <LogsTab />,
  terminal: () => <TerminalTab />,
};

export function SupportScreen() {
  const { t } = useWords();
  const role = useTill((till) => till.role);
  const shown = useUi((ui) => tabs.find((tab) => tab === ui.navigation.part)) ?? tabs[0];
  const openPart = useUi((ui) => ui.navigation.openPart);
  const keepAlive = useSessionKeepAlive();
  if (role === 'cashier') return <SignedOut />;
  return (
    <div className={styles.support} onKeyDownCapture={keepAlive} onPointerDownCapture={keepAlive}>
      <Tabs
        unstyled
        keepMounted={false}
        value={shown}
        onChange={openPart}
        classNames={{ root: styles.tabs, list: styles.list, tab: styles.tab, panel: partListStyles.panel }}
      >
        <div className={styles.head}>
          <Tabs.List aria-label={t('support.tabs')}>
            {tabs.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {t(`support.tab.${tab}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {shown === 'logs' && (
            <div className={styles.acts}>
              <LogLevelSwitch />
              <SaveSupportPack />
            </div>
          )}
        </div>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab} value={tab}>
            {content[tab]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

/** Shown without a manager's session. */
function SignedOut() {
  const lockedOut = useLockedOut();
  // While sign-in is impossible, the Keys tab is out of reach, so the keychain problem is shown here.
  const keychain = useTill((till) => till.notices.find(({ code }) => code.startsWith('keychain.')));
  const trouble = keychain !== undefined && <KeychainTrouble why={{ ...keychain, message: '' }} />;
  const isLost = keychain?.code === 'keychain.empty' || keychain?.code === 'keychain.damaged';
  // Without a way to sign in, any role may run the checks and set up a terminal with a lost sealed record.
  if (lockedOut)
    return (
      <div className={styles.support}>
        <div className={partListStyles.panel}>
          {trouble}
          {isLost && <SetUpAgain />}
          <ChecksTab />
        </div>
      </div>
    );
  return <Locked view="support">{trouble}</Locked>;
}

function SetUpAgain() {
  const { t, error } = useWords();
  const restore = useRestore();
  return (
    <>
      <Group name={t('backup.restore.title')}>
        <p>{t('backup.restore.lost')}</p>
        {restore.problem !== undefined && <Note tone="red">{error(restore.problem)}</Note>}
        <div>
          <Button onClick={restore.start}>{t('backup.restore')}</Button>
        </div>
      </Group>
      <SetUpFromFile />
      {restore.dialog}
    </>
  );
}
