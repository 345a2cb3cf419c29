import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { Setting } from '../settings-inputs.tsx';

export function RegistersPart() {
  const { t } = useWords();
  return (
    <Group name={t('settings.part.registers')}>
      <Setting path="counter.register.on" />
      <Setting path="counter.register.network" />
      <Setting path="counter.register.port" />
      <Setting path="counter.register.refundLimit" />
      <Setting path="counter.register.folder" />
      <Setting path="counter.register.zvtPort" />
    </Group>
  );
}
