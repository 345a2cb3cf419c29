import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { DESCRIPTION_ON_STATEMENT, SHOP_NAME_ON_STATEMENT } from '../../../../preload/contract/fields.ts';
import {
  DEFAULT_REFERENCE_PATTERN,
  referenceOf,
  referencePatternField,
} from '../../../../preload/contract/reference-pattern.ts';
import type { SettingsView } from '../../../../preload/contract/settings.ts';
import { useCall } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import type { SettingsTexts } from '../../../ui/setting-texts.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Group } from '../../layout/group.tsx';
import { StickerButton } from '../../sticker/sticker-dialog.tsx';
import { useTill, useUi } from '../../till-store.ts';
import { LiveQuestion } from '../live-question.tsx';
import styles from '../settings.module.css';
import { PosIdBox, Setting } from '../settings-inputs.tsx';

export function ShopPart({ stored }: { readonly stored: SettingsView }) {
  const { t } = useWords();
  // Codes for single payments cannot be fixed to the counter.
  const isOwnCode = useWatch<SettingsTexts, 'till.chargeWith'>({ name: 'till.chargeWith' }) === 'static-qr';
  return (
    <>
      <ModeChoice stored={stored} />
      <Group name={t('settings.group.shop')}>
        <ShopNameBox />
        <Setting path="shop.shopId" max={36} />
        <PosIdBox />
      </Group>
      <Group name={t('settings.group.sale')}>
        <DescriptionBox />
        <ReferencePatternBox />
        <Setting path="sale.bulkId" max={35} />
      </Group>
      <Group name={t('settings.group.till')}>
        <Setting path="till.chargeWith" />
        <Setting path="till.sticker" disabled={!isOwnCode} />
        <StickerButton />
      </Group>
    </>
  );
}

function ShopNameBox() {
  const { t } = useWords();
  const [name, chargeWith] = useWatch<SettingsTexts, ['shop.shopName', 'till.chargeWith']>({
    name: ['shop.shopName', 'till.chargeWith'],
  });
  const text = onStatement(name, SHOP_NAME_ON_STATEMENT);
  const hint = () => {
    if (chargeWith === 'payment') return t('settings.shop.shopName.own-code');
    return text === '' ? t('settings.shop.shopName.hint') : t('settings.statement', { text });
  };
  return <Setting path="shop.shopName" max={36} hint={hint()} />;
}

function DescriptionBox() {
  const { t } = useWords();
  const text = onStatement(
    useWatch<SettingsTexts, 'sale.description'>({ name: 'sale.description' }),
    DESCRIPTION_ON_STATEMENT,
  );
  const hint = text === '' ? t('settings.sale.description.hint') : t('settings.statement', { text });
  return <Setting path="sale.description" max={140} hint={hint} />;
}

/** Salt and number. */
const EXAMPLE_SEQUENCE = '45410042';

function ReferencePatternBox() {
  const { t } = useWords();
  const at = useTill((till) => till.at);
  const [typed, posId] = useWatch<SettingsTexts, ['sale.referencePattern', 'pos.posId']>({
    name: ['sale.referencePattern', 'pos.posId'],
  });
  const pattern = referencePatternField.safeParse(typed.trim()).data ?? DEFAULT_REFERENCE_PATTERN;
  const reference = referenceOf(pattern, { posId: posId.trim() || 'TILL1', at, sequence: EXAMPLE_SEQUENCE });
  const hint = `settings.sale.referencePattern.${pattern.includes('{posId}') ? 'example' : 'alone'}` as const;
  return <Setting path="sale.referencePattern" hint={t(hint, { reference })} />;
}

function onStatement(text: string, length: number): string {
  return [...text.trim()].slice(0, length).join('');
}

function ModeChoice({ stored }: { readonly stored: SettingsView }) {
  const { t, firstOf, error } = useWords();
  const choose = useCall('terminal.choose');
  const mode = useTill((till) => till.terminal.mode);
  const provisioned = useTill((till) => till.terminal.provisioned);
  const other = mode === 'training' ? 'live' : 'training';
  const environment = useTill((till) => till.terminal.environment);
  const guide = useUi((ui) => ui.guide.open);
  const [asking, setAsking] = useState(false);
  const can = other === 'training' || provisioned;
  const variant = can ? (environment === 'PREPROD' ? '.preprod' : '') : '.unprovisioned';
  return (
    <div className={styles.mode}>
      <p>
        {choose.problem === undefined ? t(firstOf([`mode.${mode}${variant}`], `mode.${mode}`)) : error(choose.problem)}
      </p>
      {can && (
        <Button
          aria-disabled={choose.pending}
          onClick={() => (other === 'live' ? setAsking(true) : void choose.run({ mode: other }))}
        >
          {t(`mode.to.${other}`)}
        </Button>
      )}
      {!provisioned && <Button onClick={() => guide(true)}>{t('guide.title')}</Button>}
      {stored.settings !== null && (
        <LiveQuestion
          environment={stored.settings.service.environment}
          fromTraining
          shopName={stored.settings.shop.shopName}
          opened={asking}
          pending={choose.pending}
          close={() => setAsking(false)}
          goLive={() => void choose.run({ mode: 'live' }).then(() => setAsking(false))}
        />
      )}
    </div>
  );
}
