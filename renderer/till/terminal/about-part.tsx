import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useRead } from '../../ui/use-read.ts';
import { useWords } from '../../ui/use-words.ts';
import blocks from '../layout/blocks.module.css';
import { Group } from '../layout/group.tsx';
import styles from './about-part.module.css';
import { LicencesDialog } from './licences-dialog.tsx';

export function AboutPart() {
  const { t, error } = useWords();
  const { value: about, problem } = useRead('terminal.about', {});
  const [reading, setReading] = useState(false);
  return (
    <Group name={t('settings.part.about')}>
      {problem !== undefined && <p>{error(problem)}</p>}
      {about !== undefined && (
        <dl className={`${blocks.facts} ${styles.facts}`}>
          <dt>{t('about.version')}</dt>
          <dd>{about.version}</dd>
          <dt>{t('about.terminal')}</dt>
          <dd>{about.terminalId}</dd>
          <dt>{t('about.folder')}</dt>
          <dd>{about.dataFolder}</dd>
        </dl>
      )}
      <div className={styles.licences}>
        <Button onClick={() => setReading(true)}>{t('about.licences')}</Button>
      </div>
      <LicencesDialog opened={reading} close={() => setReading(false)} />
    </Group>
  );
}
