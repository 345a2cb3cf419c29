import { useAnnounced } from '../ui/announce.ts';
import { useCall } from '../ui/ask-main.ts';
import { Button } from '../ui/button.tsx';
import textStyles from '../ui/text.module.css';
import { useWords } from '../ui/use-words.ts';
import styles from './first-run.module.css';
import { Group } from './layout/group.tsx';
import { LanguageSwitch } from './layout/language-switch.tsx';
import { SetUpFromFile } from './terminal/set-up-from-file.tsx';
import { useUi } from './till-store.ts';

export function FirstRun() {
  const { t, error } = useWords();
  const choose = useCall('terminal.choose');
  const guide = useUi((ui) => ui.guide.open);
  const lead = useUi((ui) => ui.navigation.lead);
  const problem = choose.problem === undefined ? '' : error(choose.problem);
  useAnnounced(problem);
  return (
    <main className={styles.screen}>
      <div className={styles.language}>
        <LanguageSwitch />
      </div>
      <h1>{t('first.title')}</h1>
      <div className={styles.choices}>
        <Button className={styles.choice} onClick={() => void choose.run({ mode: 'training' })}>
          <strong>{t('environment.TRAINING')}</strong>
          <span className={textStyles.quiet}>{t('first.training.text')}</span>
        </Button>
        <Button className={styles.choice} onClick={() => guide(true)}>
          <strong>{t('first.live')}</strong>
          <span className={textStyles.quiet}>{t('first.live.text')}</span>
        </Button>
      </div>
      <div className={styles.file}>
        <SetUpFromFile />
        <Group name={t('support.tab.backup')}>
          <p>{t('backup.text')}</p>
          <div>
            <Button onClick={() => lead({ view: 'support', part: 'backup' })}>{t('backup.restore.title')}</Button>
          </div>
        </Group>
      </div>
      <p data-tone="red" className={styles.message}>
        {problem}
      </p>
    </main>
  );
}
