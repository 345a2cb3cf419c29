import type { SettingsView } from '../../../../preload/contract/settings.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { SettingBox, SettingChoice } from '../settings-inputs.tsx';

/** The payment service, the shop's account there, and the keys of this till. */
export function ServicePart({ stored }: { readonly stored: SettingsView }) {
  const { t } = useWords();
  return (
    <>
      <Group name={t('settings.group.service')}>
        <SettingChoice
          path="service.environment"
          options={[
            { value: 'PREPROD', label: t('environment.PREPROD') },
            { value: 'PROD', label: t('environment.PROD') },
          ]}
        />
        <SettingBox path="service.baseUrl" hint={t('settings.url.hint')} />
        <SettingBox path="service.jwksUrl" hint={t('settings.url.hint')} />
        <SettingBox path="service.claimPrefix" />
        <SettingBox path="service.issuer" />
      </Group>
      <Group name={t('settings.group.account')}>
        <SettingBox path="merchant.merchantId" max={24} />
        <SettingBox path="merchant.profileId" max={24} />
        <SettingBox path="keys.signingKey" secret hint={keyHint(stored, t)} />
        <SettingBox path="keys.apiKey" secret hint={t(stored.apiKeySet ? 'settings.kept' : 'settings.none')} />
      </Group>
    </>
  );
}

function keyHint(stored: SettingsView, t: ReturnType<typeof useWords>['t']): string {
  return stored.signingKeyId === undefined
    ? t('settings.keys.signingKey.hint')
    : t('settings.kept.key', { keyId: stored.signingKeyId });
}
