import { language } from '../../../../preload/contract/counter.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { SettingBox, SettingChoice, SettingSwitch } from '../settings-inputs.tsx';
import { AppsInput } from './apps-input.tsx';
import { KioskGroup } from './kiosk-group.tsx';
import { LogoInput } from './logo-input.tsx';
import { ScreensGroup } from './screens-group.tsx';
import { SlidesInput } from './slides-input.tsx';
import { TrySound } from './try-sound.tsx';

/** What the customer sees, in which language, and what the till sounds like. */
export function DisplayPart({ shown }: { readonly shown: boolean }) {
  const { t } = useWords();
  const languages = language.options.map((value) => ({ value, label: t(`language.${value}`) }));
  return (
    <>
      <Group name={t('settings.group.languages')}>
        <SettingChoice wide path="counter.languages.till" options={languages} />
        <SettingChoice wide path="counter.languages.display" options={languages} />
      </Group>
      <Group name={t('settings.group.display')}>
        <SettingBox path="counter.display.message" max={60} hint={t('settings.counter.display.message.hint')} />
        <SettingBox
          path="counter.display.thanksSeconds"
          numeric
          hint={t('settings.counter.display.thanksSeconds.hint')}
        />
        <LogoInput />
        <SettingBox path="counter.display.receiptUrl" hint={t('settings.counter.display.receiptUrl.hint')} />
      </Group>
      {shown && <ScreensGroup />}
      <KioskGroup />
      <Group name={t('settings.group.idle')}>
        <SettingSwitch path="counter.display.idle.name" />
        <SettingSwitch path="counter.display.idle.logo" />
        <SettingSwitch path="counter.display.idle.message" />
        <SettingSwitch path="counter.display.idle.pictures" />
        <SettingBox
          path="counter.display.idle.slideSeconds"
          numeric
          hint={t('settings.counter.display.idle.slideSeconds.hint')}
        />
        <SlidesInput />
      </Group>
      <Group name={t('settings.group.apps')}>
        <AppsInput />
      </Group>
      <Group name={t('settings.group.sound')}>
        <SettingBox path="counter.sound.volume" numeric hint={t('settings.counter.sound.volume.hint')} />
        <SettingSwitch path="counter.sound.muted" />
        <TrySound />
      </Group>
    </>
  );
}
