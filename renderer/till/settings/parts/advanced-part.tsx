import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { SettingBox, SettingChoice } from '../settings-inputs.tsx';

/** What only some shops need, with the help of support. */
export function AdvancedPart() {
  const { t } = useWords();
  const hint = t('settings.optional');
  const timeout = t('settings.tuning.timeout.hint');
  return (
    <>
      <Group name={t('settings.group.callbacks')}>
        <SettingBox path="callbacks.callbackUrl" hint={hint} />
        <SettingBox path="callbacks.identifyCallbackUrl" hint={hint} />
        <SettingBox path="callbacks.listen.host" hint={hint} checkedWith="callbacks.listen.port" />
        <SettingBox path="callbacks.listen.port" hint={hint} checkedWith="callbacks.listen.host" />
      </Group>
      <Group name={t('settings.group.vouchers')}>
        <SettingBox
          path="sale.voucherSchemes"
          hint={t('settings.sale.voucherSchemes.hint')}
          checkedWith="sale.voucherMaximum"
        />
        <SettingBox path="sale.voucherMaximum" hint={t('settings.sale.voucherMaximum.hint')} />
      </Group>
      <Group name={t('settings.group.timing')}>
        <SettingBox path="tuning.connectTimeoutMs" numeric hint={timeout} />
        <SettingBox path="tuning.headersTimeoutMs" numeric hint={timeout} />
        <SettingBox path="tuning.bodyTimeoutMs" numeric hint={timeout} />
        <SettingBox path="tuning.refundKeyHours" numeric hint={t('settings.tuning.refundKeyHours.hint')} />
        <SettingBox
          path="tuning.pollShortestMs"
          numeric
          hint={t('settings.tuning.pollShortestMs.hint')}
          checkedWith="tuning.pollLongestMs"
        />
        <SettingBox
          path="tuning.pollLongestMs"
          numeric
          hint={t('settings.tuning.pollLongestMs.hint')}
          checkedWith="tuning.pollShortestMs"
        />
      </Group>
      <Group name={t('settings.group.signing')}>
        <SettingChoice
          path="tuning.pathClaim"
          options={[
            { value: 'path', label: t('settings.path.path') },
            { value: 'path-and-query', label: t('settings.path.path-and-query') },
          ]}
        />
        <SettingChoice
          path="tuning.pathClaimPrefix"
          options={[
            { value: 'with-prefix', label: t('settings.prefix.with-prefix') },
            { value: 'without-prefix', label: t('settings.prefix.without-prefix') },
          ]}
        />
        <SettingBox path="tuning.toleranceSeconds" numeric hint={t('settings.tuning.toleranceSeconds.hint')} />
        <SettingBox path="tuning.reconciliationIssuer" hint={t('settings.tuning.reconciliationIssuer.hint')} />
      </Group>
    </>
  );
}
