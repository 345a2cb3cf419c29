import type { SettingsView } from '../../../../preload/contract/settings.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { SettingBox, SettingChoice } from '../settings-inputs.tsx';
import { ManagerPin } from './manager-pin.tsx';

/** How amounts are typed, what is asked about before it is charged, and what takes a manager. */
export function MoneyPart({ stored }: { readonly stored: SettingsView }) {
  const { t } = useWords();
  return (
    <>
      <Group name={t('settings.group.amounts')}>
        <SettingChoice
          wide
          path="counter.entry"
          options={[
            { value: 'decimal', label: t('settings.entry.decimal') },
            { value: 'cents-first', label: t('settings.entry.cents-first') },
          ]}
        />
        <SettingBox path="counter.quickAmounts" hint={t('settings.counter.quickAmounts.hint')} />
        <SettingBox path="counter.returnAfterSeconds" numeric hint={t('settings.counter.returnAfterSeconds.hint')} />
      </Group>
      <Group name={t('settings.group.limits')}>
        <SettingBox path="counter.maximum" hint={t('settings.counter.maximum.hint')} />
        <SettingBox path="counter.unusualFactor" numeric hint={t('settings.counter.unusualFactor.hint')} />
        <SettingBox path="counter.refundPinAbove" hint={t('settings.counter.refundPinAbove.hint')} />
        <SettingBox path="counter.shortestPin" numeric hint={t('settings.counter.shortestPin.hint')} />
        {!stored.severalManagers && <ManagerPin hint={t(stored.pinSet ? 'settings.kept' : 'settings.no-pin')} />}
      </Group>
    </>
  );
}
