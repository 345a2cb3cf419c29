import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { ChangesTable } from '../settings/changes-table.tsx';
import { ManagerPin } from '../settings/parts/manager-pin.tsx';
import { TestPrint } from '../settings/parts/paper-part.tsx';
import { PrinterInput } from '../settings/parts/printer-input.tsx';
import { ScreensInput } from '../settings/parts/screens-input.tsx';
import { SigningKeyBox } from '../settings/parts/service-part.tsx';
import { TrySound } from '../settings/parts/try-sound.tsx';
import type { SettingsTexts } from '../settings/setting-texts.ts';
import { changedPaths, type StoredSettings } from '../settings/settings-draft.ts';
import { Setting } from '../settings/settings-inputs.tsx';
import styles from './guide.module.css';
import type { GuideStep } from './guide-steps.ts';
import { KeyFile } from './key-file.tsx';
import { ServiceQuestion } from './service-question.tsx';

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
        <Setting path="pos.posId" max={36} />
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
