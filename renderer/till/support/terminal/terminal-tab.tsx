import { Button } from '../../../ui/button.tsx';
import { screenText } from '../../../ui/setting-words.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { AboutPart } from '../../terminal/about-part.tsx';
import { TestPictures, useScreens } from '../../terminal/screens.tsx';
import { SetUpFromFile } from '../../terminal/set-up-from-file.tsx';
import { useTill, useUi } from '../../till-store.ts';
import styles from './terminal-tab.module.css';

export function TerminalTab() {
  return (
    <>
      <AboutPart />
      <ScreensHere />
      <SetUpByHand />
      <SetUpFromFile />
    </>
  );
}

function SetUpByHand() {
  const { t } = useWords();
  const guide = useUi((ui) => ui.guide.open);
  return (
    <Group name={t('guide.group')}>
      <p>{t('guide.group.for')}</p>
      <div>
        <Button onClick={() => guide(true)}>{t('guide.title')}</Button>
      </div>
    </Group>
  );
}

function ScreensHere() {
  const { t, error } = useWords();
  const lead = useUi((ui) => ui.navigation.lead);
  const counter = useTill((till) => till.counter);
  const { screens, problem } = useScreens();
  const { rotation } = counter.display;
  const customers = screens?.find(({ shows }) => shows.includes('display'));
  return (
    <Group name={t('checks.name.displays')}>
      <ol className={styles.screens} aria-label={t('screens.list')}>
        {screens?.map(({ mark, primary, rotation: turned, shows }, index) => (
          <li key={mark.id}>
            <strong>{t('screens.number', { number: index + 1 })}</strong>
            <span>{screenText(mark)}</span>
            {turned !== 0 && <span>{t('screens.turned', { degrees: turned })}</span>}
            {primary && <span>{t('screens.primary')}</span>}
            <span>
              {shows.length === 0
                ? t('screens.shows.nothing')
                : shows.map((name) => t(`screens.shows.${name}`)).join(', ')}
            </span>
          </li>
        ))}
      </ol>
      {problem !== undefined && <p data-tone="red">{error(problem)}</p>}
      <TestPictures turned={customers?.mark.id} rotation={rotation === undefined ? '0' : `${rotation}`} />
      <div>
        <Button onClick={() => lead({ view: 'settings', part: 'display' })}>{t('screens.change')}</Button>
        <p>{t(counter.kiosk?.on ? 'kiosk.is-on' : 'kiosk.is-off')}</p>
      </div>
    </Group>
  );
}
