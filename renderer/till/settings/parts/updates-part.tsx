import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { SettingBox, SettingSwitch } from '../settings-inputs.tsx';
import { UpdatesNow } from './updates-now.tsx';

/** Which version runs, what becomes of a newer one, and when it may be installed. */
export function UpdatesPart() {
  const { t } = useWords();
  const hours = t('settings.counter.updates.hours.hint');
  return (
    <>
      <Group name={t('updates.now')}>
        <UpdatesNow />
      </Group>
      <Group name={t('settings.group.updates')}>
        <SettingBox path="counter.updates.server" hint={t('settings.counter.updates.server.hint')} />
        <SettingSwitch path="counter.updates.on" />
        <SettingBox path="counter.updates.opens" hint={hours} />
        <SettingBox path="counter.updates.closes" hint={hours} />
        <SettingSwitch path="counter.updates.whenOpen" hint={t('settings.counter.updates.whenOpen.hint')} />
      </Group>
    </>
  );
}
