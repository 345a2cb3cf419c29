import { useState } from 'react';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import { Group } from '../layout/group.tsx';
import styles from './set-up-from-file.module.css';

/** `ProvisioningDialog` asks about the file, as for a dropped file. */
export function SetUpFromFile() {
  const { t, error } = useWords();
  const open = useCall('provision.open');
  const [same, setSame] = useState(false);
  const { pending, problem } = open;
  const message = problem !== undefined ? error(problem) : same ? t('provision.same') : '';
  useAnnounced(message);
  const choose = async () => {
    setSame(false);
    const outcome = await open.run({});
    setSame(outcome?.ok === true && outcome.value.outcome === 'same');
  };
  return (
    <Group name={t('guide.group')}>
      <p>{t('provision.from-file.text')}</p>
      <div className={styles.choose}>
        <Button aria-disabled={pending} onClick={() => void choose()}>
          {t('provision.from-file')}
        </Button>
        <p className={styles.message} data-tone={problem === undefined ? undefined : 'red'}>
          {message}
        </p>
      </div>
    </Group>
  );
}
