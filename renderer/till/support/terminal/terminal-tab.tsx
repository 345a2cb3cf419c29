import { Button } from '../../../ui/button.tsx';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { AboutPart } from '../../terminal/about-part.tsx';
import { SetUpFromFile } from '../../terminal/set-up-from-file.tsx';
import { useUi } from '../../till-store.ts';
import { ScreensHere } from './screens-here.tsx';

/** Which terminal this is, and how it is set up. */
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
  const guide = useUi((ui) => ui.guide);
  return (
    <Group name={t('guide.group')}>
      <p>{t('guide.group.for')}</p>
      <div>
        <Button onClick={() => guide(true)}>{t('guide.title')}</Button>
      </div>
    </Group>
  );
}
