import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { language } from '../../../preload/contract/counter.ts';
import textStyles from '../../ui/text.module.css';
import { useWords } from '../../ui/use-words.ts';
import { changedPaths } from '../settings/changes.ts';
import { ChangesTable } from '../settings/changes-table.tsx';
import { ManagerPin } from '../settings/parts/manager-pin.tsx';
import { TestPrint } from '../settings/parts/paper-part.tsx';
import { PrinterInput } from '../settings/parts/printer-input.tsx';
import { ScreensInput } from '../settings/parts/screens-group.tsx';
import { TrySound } from '../settings/parts/try-sound.tsx';
import type { SettingsTexts, StoredSettings } from '../settings/settings-draft.ts';
import { SettingBox, SettingChoice, SettingSwitch } from '../settings/settings-inputs.tsx';
import styles from './guide.module.css';
import type { GuideStep } from './guide-steps.ts';
import { KeyFile } from './key-file.tsx';
import { ServiceQuestion } from './service-question.tsx';

interface Props {
  readonly step: GuideStep;
  readonly stored: StoredSettings;
  /** What the form began with. */
  readonly initial: SettingsTexts;
}

/** One question, with what it is for in a sentence. */
export function StepQuestion({ step, stored, initial }: Props) {
  const { t } = useWords();
  const content: Readonly<Record<GuideStep, () => ReactNode>> = {
    service: () => <ServiceQuestion />,
    account: () => (
      <>
        <SettingBox path="merchant.merchantId" max={24} />
        <SettingBox path="merchant.profileId" max={24} />
      </>
    ),
    keys: () => <KeysQuestion stored={stored} />,
    shop: () => (
      <>
        <SettingBox path="shop.shopName" max={36} hint={t('settings.shop.shopName.hint')} />
        <SettingBox path="shop.shopId" max={36} />
        <SettingBox path="pos.posId" max={36} hint={t('settings.pos.posId.hint')} />
      </>
    ),
    pin: () => <ManagerPin hint={t(stored.pinSet ? 'settings.kept' : 'settings.no-pin')} />,
    display: () => <DisplayQuestion />,
    printer: () => <PrinterQuestion />,
    sound: () => (
      <>
        <SettingBox path="counter.sound.volume" numeric hint={t('settings.counter.sound.volume.hint')} />
        <SettingSwitch path="counter.sound.muted" />
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
  const hint =
    stored.signingKeyId === undefined
      ? t('settings.keys.signingKey.hint')
      : t('settings.kept.key', { keyId: stored.signingKeyId });
  return (
    <>
      <SettingBox path="keys.signingKey" secret hint={hint} />
      <KeyFile />
      {stored.signingKeyId === undefined && <p className={textStyles.sentence}>{t('guide.keys.none')}</p>}
      <SettingBox path="keys.apiKey" secret hint={t(stored.apiKeySet ? 'settings.kept' : 'settings.none')} />
    </>
  );
}

function DisplayQuestion() {
  const { t } = useWords();
  const languages = language.options.map((value) => ({ value, label: t(`language.${value}`) }));
  return (
    <>
      <ScreensInput />
      <SettingChoice wide path="counter.languages.display" options={languages} />
    </>
  );
}

function PrinterQuestion() {
  const { t } = useWords();
  const papers = (['58mm', '80mm', 'A4'] as const).map((value) => ({ value, label: t(`paper.size.${value}`) }));
  return (
    <>
      <PrinterInput />
      <SettingChoice wide path="counter.printing.paper" options={papers} />
      <TestPrint />
    </>
  );
}

/** All that will be kept, and nothing is before. */
function WhatIsKept({ initial }: { readonly initial: SettingsTexts }) {
  const { t } = useWords();
  const texts = useWatch<SettingsTexts>() as SettingsTexts;
  const changed = changedPaths(initial, texts);
  if (changed.length === 0) return <p>{t('guide.check.nothing')}</p>;
  return <ChangesTable tall name={t('settings.changes.region')} paths={changed} before={initial} after={texts} />;
}
