import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../ui/use-words.ts';
import type { SettingsTexts } from '../settings/setting-texts.ts';
import { Setting } from '../settings/settings-inputs.tsx';
import styles from './guide.module.css';
import { ServiceProfiles } from './service-profiles.tsx';

/** The place of the keys follows the address until somebody types another place. */
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
      <ServiceProfiles />
      <details className={styles.advanced}>
        <summary>{t('settings.part.advanced')}</summary>
        <div className={styles.boxes}>
          <Setting path="service.environment" />
          <Setting path="service.baseUrl" hint={t('settings.url.hint')} />
          <Setting path="service.jwksUrl" hint={t('guide.jwks.hint')} />
          <Setting path="service.claimPrefix" hint={t('guide.told-by-service')} />
          <Setting path="service.issuer" hint={t('guide.told-by-service')} />
        </div>
      </details>
    </>
  );
}

/** Most services publish their keys there; empty while the address is none. */
function keysAddress(baseUrl: string): string {
  const text = baseUrl.trim();
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text)) return '';
  return `${new URL(text).origin}/.well-known/jwks.json`;
}
