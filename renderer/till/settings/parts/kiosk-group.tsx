import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { SettingSwitch } from '../settings-inputs.tsx';

/** Whether the till starts with the computer, and whether it can be left. */
export function KioskGroup() {
  const { t } = useWords();
  return (
    <Group name={t('kiosk.group')}>
      <SettingSwitch path="counter.kiosk.on" hint={t('kiosk.on.hint')} />
      <SettingSwitch path="counter.kiosk.atStart" hint={t('kiosk.at-start.hint')} />
    </Group>
  );
}
