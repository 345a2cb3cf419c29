import type { SettingsView } from '../../../../preload/contract/settings.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { Setting } from '../settings-inputs.tsx';
import { ManagerPin } from './manager-pin.tsx';

export function MoneyPart({ stored }: { readonly stored: SettingsView }) {
  const { t } = useWords();
  return (
    <>
      <Group name={t('settings.group.amounts')}>
        <Setting wide path="counter.entry" />
        <Setting path="counter.quickAmounts" />
        <Setting path="counter.returnAfterSeconds" />
      </Group>
      <Group name={t('settings.group.limits')}>
        <Setting path="counter.maximum" />
        <Setting path="counter.unusualFactor" />
        <Setting path="counter.refundPinAbove" />
        <Setting path="counter.shortestPin" />
        {!stored.severalManagers && <ManagerPin hint={t(stored.pinSet ? 'settings.kept' : 'settings.no-pin')} />}
      </Group>
    </>
  );
}
