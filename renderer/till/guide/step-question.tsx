import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall, useRead } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import type { SettingsTexts } from '../../ui/setting-texts.ts';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { ChangesTable } from '../settings/changes-table.tsx';
import { TestPrint } from '../settings/parts/paper-part.tsx';
import { PrinterInput } from '../settings/parts/printer-input.tsx';
import { ScreensInput } from '../settings/parts/screens-input.tsx';
import { SigningKeyBox } from '../settings/parts/service-part.tsx';
import { changedPaths, type StoredSettings } from '../settings/settings-draft.ts';
import { ManagerPin, PosIdBox, Setting, TrySound } from '../settings/settings-inputs.tsx';
import type { SettingsFormOf } from '../settings/use-saving.ts';
import { useUi } from '../till-store.ts';
import styles from './guide.module.css';
import type { GuideStep } from './guide-steps.ts';

interface Props {
  readonly step: GuideStep;
  readonly stored: StoredSettings;
  readonly initial: SettingsTexts;
}

export function StepQuestion({ step, stored, initial }: Props) {
  const { t } = useWords();
  const content: Readonly<Record<GuideStep, () => ReactNode>> = {
    service: () => <ServiceQuestion />,
    account: () => (
      <>
        <Setting path="merchant.merchantId" max={24} />
        <Setting path="merchant.profileId" max={24} />
      </>
    ),
    keys: () => <KeysQuestion stored={stored} />,
    shop: () => (
      <>
        <Setting path="shop.shopName" max={36} />
        <PosIdBox />
        <Setting path="shop.shopId" max={36} />
      </>
    ),
    pin: () => <ManagerPin hint={t(stored.pinSet ? 'settings.kept' : 'settings.no-pin')} />,
    display: () => (
      <>
        <ScreensInput />
        <Setting wide path="counter.languages.display" />
      </>
    ),
    printer: () => (
      <>
        <PrinterInput />
        <Setting wide path="counter.printing.paper" />
        <TestPrint />
      </>
    ),
    sound: () => (
      <>
        <Setting path="counter.sound.volume" />
        <Setting path="counter.sound.muted" />
        <TrySound />
      </>
    ),
    check: () => <WhatIsKept initial={initial} />,
  };
  return (
    <section className={styles.question}>
      <h2 tabIndex={-1}>{t(`guide.${step}.title`)}</h2>
      <p className={textStyles.sentence}>{t(`guide.${step}.for`)}</p>
      <div className={styles.boxes}>{content[step]()}</div>
    </section>
  );
}

function KeysQuestion({ stored }: { readonly stored: StoredSettings }) {
  const { t } = useWords();
  return (
    <>
      <SigningKeyBox stored={stored} />
      <KeyFile />
      {stored.signingKeyId === undefined && <p className={textStyles.sentence}>{t('guide.keys.none')}</p>}
      <Setting path="keys.apiKey" secret hint={t(stored.apiKeySet ? 'settings.kept' : 'settings.none')} />
    </>
  );
}

function WhatIsKept({ initial }: { readonly initial: SettingsTexts }) {
  const { t } = useWords();
  const texts = useWatch<SettingsTexts>() as SettingsTexts;
  const changed = changedPaths(initial, texts);
  if (changed.length === 0) return <p>{t('guide.check.nothing')}</p>;
  return <ChangesTable name={t('settings.changes.region')} paths={changed} before={initial} after={texts} />;
}

/** The keys' URL follows the base URL until edited. */
function ServiceQuestion() {
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
          <Setting path="service.counterCode" hint={t('guide.told-by-service')} />
        </div>
      </details>
    </>
  );
}

/** Empty for an invalid base URL. */
function keysAddress(baseUrl: string): string {
  const text = baseUrl.trim();
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text)) return '';
  return `${new URL(text).origin}/.well-known/jwks.json`;
}

/** A profile fills in all values known only to the payment service. */
function ServiceProfiles() {
  const { t, error } = useWords();
  const installed = useRead('provision.profiles', {});
  const chosen = useCall('provision.profile');
  const take = useUi((ui) => ui.guide.takeProfile);
  const problem = chosen.problem ?? installed.problem;
  const message = problem ? error(problem) : '';
  useAnnounced(message);
  const choose = async () => {
    const outcome = await chosen.run({});
    if (outcome?.ok && outcome.value.profile !== undefined) take(outcome.value.profile);
  };
  return (
    <section className={styles.profiles}>
      <p>{t('guide.profile.for')}</p>
      <div>
        <Button aria-disabled={chosen.pending} onClick={() => void choose()}>
          {t('guide.profile.open')}
        </Button>
        {installed.value?.profiles.map((profile) => (
          <Button key={profile.name} onClick={() => take(profile)}>
            {profile.name}
          </Button>
        ))}
      </div>
      <p className={styles.fileStatus} data-tone="red">
        {message}
      </p>
    </section>
  );
}

/** Chosen or dropped; `show` gets the next question. */
export function useServiceProfile({ setValue }: SettingsFormOf, show: (step: GuideStep) => void): void {
  const profile = useUi((ui) => ui.guide.profile);
  const take = useUi((ui) => ui.guide.takeProfile);
  useEffect(() => {
    if (profile === null) return;
    const { name: _name, merchant, counterCode = '', ...service } = profile;
    setValue('service', { ...service, counterCode }, { shouldDirty: true });
    if (merchant !== undefined) setValue('merchant', merchant, { shouldDirty: true });
    take(null);
    show(merchant === undefined ? 'account' : 'keys');
  });
}

/** A key has a few hundred bytes; a much longer file is no key. */
const LARGEST_BYTES = 65_536;

function KeyFile() {
  const { t } = useWords();
  const file = useRef<HTMLInputElement>(null);
  const { setValue, setFocus } = useFormContext<SettingsTexts>();
  const [message, setMessage] = useState('');
  useAnnounced(message);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0];
    // Allows choosing the same file again.
    event.currentTarget.value = '';
    if (chosen === undefined) return;
    const { name } = chosen;
    const text = await textOf(chosen);
    setMessage(typeof text === 'string' ? t('guide.key-file.taken', { file: name }) : t(text.fault, { file: name }));
    if (typeof text !== 'string') return;
    setValue('keys.signingKey', text, { shouldDirty: true, shouldValidate: true });
    setFocus('keys.signingKey');
  };
  return (
    <div className={styles.file}>
      <Button onClick={() => file.current?.click()}>{t('guide.key-file')}</Button>
      <p className={styles.fileStatus}>{message}</p>
      <input
        ref={file}
        type="file"
        accept=".json,.jwk,.jwks,.pem,.key,application/json"
        hidden
        onChange={(event) => void choose(event)}
      />
    </div>
  );
}

type Fault = 'guide.key-file.empty' | 'guide.key-file.large' | 'guide.key-file.text' | 'guide.key-file.unreadable';

async function textOf(file: File): Promise<string | { readonly fault: Fault }> {
  if (file.size > LARGEST_BYTES) return { fault: 'guide.key-file.large' };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return { fault: 'guide.key-file.unreadable' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    return text === '' ? { fault: 'guide.key-file.empty' } : text;
  } catch {
    return { fault: 'guide.key-file.text' };
  }
}
