import { useController, useWatch } from 'react-hook-form';
import type { ScreenView } from '../../../../preload/contract/screens.ts';
import type { ScreenMark } from '../../../../preload/contract/setting-values.ts';
import { ChoiceBox } from '../../../ui/form/choice-box.tsx';
import type { SettingsTexts } from '../../../ui/setting-texts.ts';
import { screenText } from '../../../ui/setting-words.ts';
import { useWords } from '../../../ui/use-words.ts';
import { TestPictures, useScreens } from '../../terminal/screens.tsx';
import { Setting } from '../settings-inputs.tsx';

export function ScreensInput() {
  const { error } = useWords();
  const { screens = [], problem } = useScreens();
  const { screens: chosen, display } = useWatch<SettingsTexts, 'counter'>({ name: 'counter' });
  const shown = screens.find(({ shows }) => shows.includes('display'));
  const turned = screens.find(({ mark }) => mark.id === chosen.display?.id) ?? shown;
  return (
    <>
      <ScreenChoice path="counter.screens.till" screens={screens} />
      <ScreenChoice path="counter.screens.display" screens={screens} />
      <Setting wide path="counter.display.rotation" />
      <TestPictures turned={turned?.mark.id} rotation={display.rotation} />
      {problem !== undefined && <p data-tone="red">{error(problem)}</p>}
    </>
  );
}

interface ChoiceProps {
  readonly path: 'counter.screens.till' | 'counter.screens.display';
  readonly screens: readonly ScreenView[];
}

/** A chosen screen no longer connected stays chosen, marked as missing. */
function ScreenChoice({ path, screens }: ChoiceProps) {
  const { t } = useWords();
  const { field } = useController<SettingsTexts, ChoiceProps['path']>({ name: path });
  const chosen: ScreenMark | null = field.value;
  const at = chosen === null ? -1 : screens.findIndex(({ mark }) => isSame(mark, chosen));
  const isGone = chosen !== null && at === -1;
  const choose = (value: string) => {
    if (value === 'gone') return;
    field.onChange(value === '' ? null : (screens[Number(value)]?.mark ?? null));
  };
  const options = screens.map(({ mark }, index) => ({
    value: String(index),
    label: `${t('screens.number', { number: index + 1 })}: ${screenText(mark)}`,
  }));
  if (isGone) options.push({ value: 'gone', label: t('screens.gone', { screen: screenText(chosen) }) });
  return (
    <ChoiceBox
      label={t(`settings.${path}`)}
      box={field.ref}
      value={isGone ? 'gone' : chosen === null ? '' : String(at)}
      options={[{ value: '', label: t('screens.by-itself') }, ...options]}
      choose={choose}
    />
  );
}

function isSame(one: ScreenMark, other: ScreenMark): boolean {
  return one.id === other.id && one.label === other.label;
}
