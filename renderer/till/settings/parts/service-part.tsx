import type { SettingsView } from '../../../../preload/contract/settings.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { Setting } from '../settings-inputs.tsx';

export function ServicePart({ stored }: { readonly stored: SettingsView }) {
  const { t } = useWords();
  return (
    <>
      <Group name={t('settings.group.service')}>
        <Setting path="service.environment" />
        <Setting path="service.baseUrl" hint={t('settings.url.hint')} />
        <Setting path="service.jwksUrl" hint={t('settings.url.hint')} />
        <Setting path="service.claimPrefix" />
        <Setting path="service.issuer" />
        <Setting path="service.counterCode" />
      </Group>
      <Group name={t('settings.group.account')}>
        <Setting path="merchant.merchantId" max={24} />
        <Setting path="merchant.profileId" max={24} />
        <SigningKeyBox stored={stored} />
        <Setting path="keys.apiKey" secret hint={t(stored.apiKeySet ? 'settings.kept' : 'settings.none')} />
      </Group>
    </>
  );
}

export function SigningKeyBox({ stored: { signingKeyId } }: { readonly stored: SettingsView }) {
  const { t } = useWords();
  const hint =
    signingKeyId === undefined ? t('settings.keys.signingKey.hint') : t('settings.kept.key', { keyId: signingKeyId });
  return <Setting path="keys.signingKey" secret hint={hint} />;
}
