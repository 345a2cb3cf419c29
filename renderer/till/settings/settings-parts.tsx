import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import type { SettingsView } from '../../../preload/contract/settings.ts';
import { useWords } from '../../ui/use-words.ts';
import { Group } from '../layout/group.tsx';
import partListStyles from '../layout/part-list.module.css';
import { AboutPart } from '../terminal/about-part.tsx';
import { useTill, useUi } from '../till-store.ts';
import { DisplayPart } from './parts/display-part.tsx';
import { HeadOfficePart } from './parts/head-office-part.tsx';
import { PaperPart } from './parts/paper-part.tsx';
import { PeoplePart } from './parts/people-part.tsx';
import { RecordPart } from './parts/record-part.tsx';
import { RegistersPart } from './parts/registers-part.tsx';
import { ServicePart } from './parts/service-part.tsx';
import { ShopPart } from './parts/shop-part.tsx';
import { UpdatesPart } from './parts/updates-part.tsx';
import styles from './settings.module.css';
import type { Path, StoredSettings } from './settings-draft.ts';
import { ByHeadOffice, ManagerPin, Setting } from './settings-inputs.tsx';

const parts = [
  'shop',
  'money',
  'display',
  'paper',
  'registers',
  'head-office',
  'service',
  'people',
  'record',
  'advanced',
  'updates',
  'about',
] as const;
type PartName = (typeof parts)[number];

const WITHOUT_FIELDS: readonly PartName[] = ['head-office', 'people', 'record', 'about'];

export function partOf(path: Path): PartName {
  if (path.startsWith('counter.updates.')) return 'updates';
  if (path.startsWith('counter.printing.')) return 'paper';
  if (path.startsWith('counter.register.')) return 'registers';
  if (/^counter\.(languages|sound|display|screens|kiosk)\./.test(path)) return 'display';
  if (/^(counter\.|managerPin(Again)?$)/.test(path)) return 'money';
  if (/^(merchant|service|keys)\./.test(path)) return 'service';
  return /^(callbacks\.|tuning\.|sale\.voucher)/.test(path) ? 'advanced' : 'shop';
}

interface Props {
  readonly stored: StoredSettings;
  readonly foot: ReactNode;
}

/** Closed parts keep their typed texts. */
export function SettingsParts({ stored, foot }: Props) {
  const { t } = useWords();
  const shown = useUi((ui) => parts.find((part) => part === ui.navigation.part)) ?? 'shop';
  const openPart = useUi((ui) => ui.navigation.openPart);
  const { isDirty } = useFormState();
  const isOpenToAll = useTill((till) => !till.terminal.pinSet);
  const content: Readonly<Record<PartName, ReactNode>> = {
    shop: <ShopPart stored={stored} />,
    money: <MoneyPart stored={stored} />,
    display: <DisplayPart shown={shown === 'display'} />,
    paper: shown === 'paper' && <PaperPart />,
    registers: shown === 'registers' && <RegistersPart />,
    'head-office': shown === 'head-office' && <HeadOfficePart />,
    service: <ServicePart stored={stored} />,
    people: shown === 'people' && <PeoplePart />,
    record: shown === 'record' && <RecordPart />,
    advanced: <AdvancedPart />,
    updates: <UpdatesPart />,
    about: <AboutPart />,
  };
  return (
    <Tabs
      unstyled
      keepMounted
      orientation="vertical"
      value={shown}
      onChange={openPart}
      classNames={{
        root: styles.parts,
        list: partListStyles.list,
        tab: partListStyles.tab,
        panel: partListStyles.panel,
      }}
    >
      <Tabs.List aria-label={t('settings.parts')}>
        {parts.map((part) => (
          <Tabs.Tab key={part} value={part}>
            {t(`settings.part.${part}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className={styles.open}>
        <ByHeadOffice value={stored.byHeadOffice ?? []}>
          {parts.map((part) => (
            <Tabs.Panel key={part} value={part}>
              {content[part]}
            </Tabs.Panel>
          ))}
        </ByHeadOffice>
        <div className={styles.foot}>
          {isOpenToAll && <p className={styles.openToAll}>{t('people.open')}</p>}
          {(isDirty || !WITHOUT_FIELDS.includes(shown)) && foot}
        </div>
      </div>
    </Tabs>
  );
}

function MoneyPart({ stored }: { readonly stored: SettingsView }) {
  const { t } = useWords();
  return (
    <>
      <Group name={t('settings.group.amounts')}>
        <Setting wide path="counter.entry" />
        <Setting path="counter.quickAmounts" />
        <Setting path="counter.returnAfterSeconds" />
      </Group>
      <Group name={t('settings.group.limits')}>
        <Setting path="counter.maximum" />
        <Setting path="counter.unusualFactor" />
        <Setting path="counter.refundPinAbove" />
        <Setting path="counter.shortestPin" />
        {!stored.severalManagers && <ManagerPin hint={t(stored.pinSet ? 'settings.kept' : 'settings.no-pin')} />}
      </Group>
    </>
  );
}

function AdvancedPart() {
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
        <Setting path="tuning.paymentAuthentication" wide />
        <Setting path="tuning.pathClaim" />
        <Setting path="tuning.pathClaimPrefix" />
        <Setting path="tuning.callbackThumbprint" />
        <Setting path="tuning.toleranceSeconds" />
        <Setting path="tuning.reconciliationIssuer" />
        <Setting path="tuning.refundRequestIssuer" />
        <Setting path="tuning.responsePaths" />
      </Group>
    </>
  );
}
