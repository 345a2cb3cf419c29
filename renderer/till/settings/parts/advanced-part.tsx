import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { Setting } from '../settings-inputs.tsx';

export function AdvancedPart() {
  const { t } = useWords();
  const hint = t('settings.optional');
  const timeout = t('settings.tuning.timeout.hint');
  return (
    <>
      <Group name={t('settings.group.callbacks')}>
        <Setting path="callbacks.callbackUrl" hint={hint} />
        <Setting path="callbacks.identifyCallbackUrl" hint={hint} />
        <Setting path="callbacks.listen.host" hint={hint} />
        <Setting path="callbacks.listen.port" hint={hint} />
      </Group>
      <Group name={t('settings.group.vouchers')}>
        <Setting path="sale.voucherSchemes" />
        <Setting path="sale.voucherMaximum" />
      </Group>
      <Group name={t('settings.group.timing')}>
        <Setting path="tuning.connectTimeoutMs" hint={timeout} />
        <Setting path="tuning.headersTimeoutMs" hint={timeout} />
        <Setting path="tuning.bodyTimeoutMs" hint={timeout} />
        <Setting path="tuning.refundKeyHours" />
        <Setting path="tuning.pollShortestMs" />
        <Setting path="tuning.pollLongestMs" />
      </Group>
      <Group name={t('settings.group.signing')}>
        <Setting path="tuning.pathClaim" />
        <Setting path="tuning.pathClaimPrefix" />
        <Setting path="tuning.toleranceSeconds" />
        <Setting path="tuning.reconciliationIssuer" />
      </Group>
    </>
  );
}
