import { useState } from 'react';
import type { BackupStatus, LastBackup } from '../../../../preload/contract/backup.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { useCall, useRead } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useWords, type Words } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import { Group } from '../../layout/group.tsx';
import { useTill } from '../../till-store.ts';
import { CreateDialog, DailyDialog, sizeText } from './backup-dialogs.tsx';
import styles from './backup-tab.module.css';
import { useRestore } from './restore-dialog.tsx';

export function BackupTab() {
  const words = useWords();
  const { t, error } = words;
  const isManager = useTill((till) => till.role === 'manager');
  const status = useRead('backup.status', {}, 5_000);
  const restore = useRestore();
  const [creating, setCreating] = useState(false);
  const [message, setMessage] = useState<string>();
  useAnnounced(message);
  if (status.value === undefined) return null;
  return (
    <>
      {restore.problem !== undefined && <Note tone="red">{error(restore.problem)}</Note>}
      <Group name={t('backup.last')}>
        <div className={`${blocks.whole} ${styles.group}`}>
          <p>{t('backup.text')}</p>
          <Last status={status.value} words={words} />
          <div className={blocks.acts}>
            {isManager && (
              <Button kind="main" onClick={() => setCreating(true)}>
                {t('backup.create')}
              </Button>
            )}
            <Button onClick={restore.start}>{t('backup.restore')}</Button>
          </div>
          <p className={styles.message}>{message ?? (isManager ? '' : t('backup.for-managers'))}</p>
        </div>
      </Group>
      <Daily status={status.value} isManager={isManager} changed={() => void status.read()} />
      {creating && (
        <CreateDialog
          close={() => setCreating(false)}
          done={(text) => {
            setCreating(false);
            setMessage(text);
            void status.read();
          }}
        />
      )}
      {restore.dialog}
    </>
  );
}

function Last({ status, words }: { readonly status: BackupStatus; readonly words: Words }) {
  const { t, dayAndTime } = words;
  const { last, lastMadeAt, underWay } = status;
  if (underWay) return <p>{t('backup.making')}</p>;
  if (last === null) return <p>{t('backup.none')}</p>;
  if (last.outcome.kind === 'made') {
    const { file, bytes } = last.outcome;
    return <p>{t('backup.made', { when: dayAndTime(last.at), file, size: sizeText(bytes, words) })}</p>;
  }
  return (
    <>
      <p data-tone="red" className={styles.message}>
        {t('backup.not-made', { when: dayAndTime(last.at), why: whyText(last.outcome, words) })}
      </p>
      <p>{lastMadeAt === null ? t('backup.none') : t('backup.made-before', { when: dayAndTime(lastMadeAt) })}</p>
    </>
  );
}

function whyText({ code, values }: Extract<LastBackup['outcome'], { kind: 'failed' }>, { error }: Words): string {
  return error({ code, message: code, retryable: false, values });
}

interface DailyProps {
  readonly status: BackupStatus;
  readonly isManager: boolean;
  changed(): void;
}

function Daily({ status: { daily }, isManager, changed }: DailyProps) {
  const { t, error } = useWords();
  const now = useCall('backup.daily.now');
  const off = useCall('backup.daily.off');
  const [setting, setSetting] = useState(false);
  const problem = now.problem ?? off.problem;
  const run = async (act: typeof now | typeof off) => {
    await act.run({});
    changed();
  };
  return (
    <Group name={t('backup.daily')}>
      <div className={`${blocks.whole} ${styles.group}`}>
        <p>{daily === null ? t('backup.daily.none') : t('backup.daily.on', { folder: daily.folder })}</p>
        {daily !== null && <p>{t(daily.withKeys ? 'backup.daily.keys' : 'backup.daily.no-keys')}</p>}
        {isManager && (
          <div className={blocks.acts}>
            <Button onClick={() => setSetting(true)}>{t(daily === null ? 'backup.daily.set' : 'people.change')}</Button>
            {daily !== null && (
              <>
                <Button aria-disabled={now.pending} onClick={() => void run(now)}>
                  {t('backup.daily.now')}
                </Button>
                <Button onClick={() => void run(off)}>{t('backup.daily.stop')}</Button>
              </>
            )}
          </div>
        )}
        {problem !== undefined && <Note tone="red">{error(problem)}</Note>}
      </div>
      {setting && (
        <DailyDialog
          daily={daily}
          close={() => setSetting(false)}
          done={() => {
            setSetting(false);
            changed();
          }}
        />
      )}
    </Group>
  );
}
