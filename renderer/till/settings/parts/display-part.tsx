import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { Setting } from '../settings-inputs.tsx';
import { AppsInput } from './apps-input.tsx';
import { LogoInput, SlidesInput } from './picture-input.tsx';
import { ScreensInput } from './screens-input.tsx';
import { TrySound } from './try-sound.tsx';

export function DisplayPart({ shown }: { readonly shown: boolean }) {
  const { t } = useWords();
  return (
    <>
      <Group name={t('settings.group.languages')}>
        <Setting wide path="counter.languages.till" />
        <Setting wide path="counter.languages.display" />
      </Group>
      <Group name={t('settings.group.display')}>
        <Setting path="counter.display.message" max={60} />
        <Setting path="counter.display.thanksSeconds" />
        <LogoInput />
        <Setting path="counter.display.receiptUrl" />
      </Group>
      {shown && (
        <Group name={t('checks.name.displays')}>
          <ScreensInput />
        </Group>
      )}
      <Group name={t('settings.counter.kiosk.on')}>
        <Setting path="counter.kiosk.on" hint={t('kiosk.on.hint')} />
        <Setting path="counter.kiosk.atStart" hint={t('kiosk.at-start.hint')} />
      </Group>
      <Group name={t('settings.group.idle')}>
        <Setting path="counter.display.idle.name" />
        <Setting path="counter.display.idle.logo" />
        <Setting path="counter.display.idle.message" />
        <Setting path="counter.display.idle.pictures" />
        <Setting path="counter.display.idle.slideSeconds" />
        <SlidesInput />
      </Group>
      <Group name={t('settings.group.apps')}>
        <AppsInput />
      </Group>
      <Group name={t('settings.group.sound')}>
        <Setting path="counter.sound.volume" />
        <Setting path="counter.sound.muted" />
        <TrySound />
      </Group>
    </>
  );
}
