import { useCall, useRead } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';

interface Props {
  readonly turned: number | undefined;
  readonly rotation: '0' | '90' | '180' | '270';
}

export function TestPictures({ turned, rotation }: Props) {
  const { t, error } = useWords();
  const test = useCall('screens.test');
  const degrees = rotation === '90' ? 90 : rotation === '180' ? 180 : rotation === '270' ? 270 : undefined;
  const show = () =>
    void test.run(turned === undefined || degrees === undefined ? {} : { turned: { id: turned, rotation: degrees } });
  return (
    <div>
      <Button aria-disabled={test.pending} onClick={show}>
        {t('screens.test')}
      </Button>
      <p role="status">{test.problem === undefined ? t('screens.test.hint') : error(test.problem)}</p>
    </div>
  );
}

/** Screens may be connected meanwhile. */
const READ_EVERY_MS = 2_000;

export function useScreens() {
  const { value, problem } = useRead('screens.list', {}, READ_EVERY_MS);
  return { screens: value?.screens, problem };
}
