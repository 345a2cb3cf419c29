import { useController } from 'react-hook-form';
import { MAX_APPS } from '../../../../preload/contract/settings-table.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { AppTexts, SettingsTexts } from '../../../ui/setting-texts.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { Setting, TrySound } from '../settings-inputs.tsx';
import styles from './apps-input.module.css';
import { LogoInput, PictureInput, SlidesInput } from './picture-input.tsx';
import { ScreensInput } from './screens-input.tsx';

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

function AppsInput() {
  const { t } = useWords();
  const { field, fieldState } = useController<SettingsTexts, 'counter.display.apps'>({ name: 'counter.display.apps' });
  const apps = field.value;
  const change = (index: number, changed: Partial<AppTexts>) =>
    field.onChange(apps.map((app, at) => (at === index ? { ...app, ...changed } : app)));
  const fault = fieldState.error?.message ?? fieldState.error?.root?.message;
  return (
    <div className={styles.apps}>
      {apps.map((app, index) => {
        const number = t('settings.app.number', { number: index + 1 });
        return (
          // Keyed by position: a name is empty at first.
          <div key={number} className={styles.app}>
            <TextField
              label={t('settings.app.name', { number: index + 1 })}
              value={app.name}
              max={30}
              box={index === 0 ? field.ref : undefined}
              fault={app.name.trim() === '' && app.picture !== '' ? fault : undefined}
              change={(name) => change(index, { name })}
            />
            <PictureInput
              of={app.name || number}
              picture={app.picture}
              change={(picture) => change(index, { picture })}
            />
            <Button
              kind="plain"
              aria-label={t('settings.app.remove', { name: app.name || number })}
              onClick={() => field.onChange(apps.filter((_app, at) => at !== index))}
            >
              {t('settings.app.remove.short')}
            </Button>
          </div>
        );
      })}
      {apps.length < MAX_APPS && (
        <Button className={styles.add} onClick={() => field.onChange([...apps, { name: '', picture: '' }])}>
          {t('settings.app.add')}
        </Button>
      )}
    </div>
  );
}
