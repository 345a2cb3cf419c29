import { useWords } from '../../../ui/use-words.ts';
import { SettingBox } from '../settings-inputs.tsx';
import { Group } from './group.tsx';

/** What only some shops need, with the help of support. */
export function AdvancedPart() {
  const { t } = useWords();
  const hint = t('settings.optional');
  return (
    <Group name={t('settings.group.callbacks')}>
      <SettingBox path="callbacks.callbackUrl" hint={hint} />
      <SettingBox path="callbacks.identifyCallbackUrl" hint={hint} />
      <SettingBox path="callbacks.listen.host" hint={hint} checkedWith="callbacks.listen.port" />
      <SettingBox path="callbacks.listen.port" hint={hint} checkedWith="callbacks.listen.host" />
    </Group>
  );
}
