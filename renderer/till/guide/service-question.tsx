import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../ui/use-words.ts';
import type { SettingsTexts } from '../settings/settings-draft.ts';
import { SettingBox, SettingChoice } from '../settings/settings-inputs.tsx';
import { keysAddress } from './keys-address.ts';

/** The payment service. Where its keys are follows from its address, until somebody types another place. */
export function ServiceQuestion() {
  const { t } = useWords();
  const { getValues, setValue } = useFormContext<SettingsTexts>();
  const address = useWatch<SettingsTexts, 'service.baseUrl'>({ name: 'service.baseUrl' });
  const before = useRef(address);
  useEffect(() => {
    const followed = getValues('service.jwksUrl') === keysAddress(before.current);
    before.current = address;
    if (followed) setValue('service.jwksUrl', keysAddress(address), { shouldDirty: true });
  }, [address, getValues, setValue]);
  return (
    <>
      <SettingChoice
        path="service.environment"
        options={[
          { value: 'PREPROD', label: t('environment.PREPROD') },
          { value: 'PROD', label: t('environment.PROD') },
        ]}
      />
      <SettingBox path="service.baseUrl" hint={t('settings.url.hint')} />
      <SettingBox path="service.jwksUrl" hint={t('guide.jwks.hint')} />
      <SettingBox path="service.claimPrefix" hint={t('guide.told-by-service')} />
      <SettingBox path="service.issuer" hint={t('guide.told-by-service')} />
    </>
  );
}
