import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';

import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { createContext, use, useEffect } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { isMixedCase } from '../../../preload/contract/fields.ts';
import { everySetting, type SettingPathOf } from '../../../preload/contract/settings-table.ts';
import { Button } from '../../ui/button.tsx';
import { SwitchBox } from '../../ui/form/switch-box.tsx';
import textFieldStyles from '../../ui/form/text-field.module.css';
import { TextField } from '../../ui/form/text-field.tsx';
import type { SettingsTexts } from '../../ui/setting-texts.ts';
import { choiceText } from '../../ui/setting-words.ts';
import { useWords } from '../../ui/use-words.ts';
import { playSound } from '../sound/sounds.ts';
import type { Path } from './settings-draft.ts';
import styles from './settings-inputs.module.css';

type TextPath =
  | SettingPathOf<'text' | 'number' | 'cents' | 'limit' | 'amounts' | 'names'>
  | 'keys.signingKey'
  | 'keys.apiKey'
  | 'managerPin'
  | 'managerPinAgain';
type ChoicePath = SettingPathOf<'choice' | 'rotation'>;
type SwitchPath = SettingPathOf<'switch'>;

interface Looks {
  /** Absent: the text `settings.<path>.hint`. */
  readonly hint?: string | undefined;
  readonly secret?: boolean;
  readonly max?: number;
  readonly wide?: boolean;
  readonly disabled?: boolean;
  /** Controlled by head office: shown, but not editable here. */
  readonly isFixed?: boolean;
}

export const ByHeadOffice = createContext<readonly string[]>([]);

const settings = new Map<string, (typeof everySetting)[number]>(everySetting.map((setting) => [setting.path, setting]));

export function Setting({ path, ...given }: Looks & { readonly path: TextPath | ChoicePath | SwitchPath }) {
  const { t, has } = useWords();
  const isFixed = use(ByHeadOffice).includes(path);
  const looks = { ...given, isFixed };
  const ownHint = `settings.${path}.hint`;
  const ofField = given.hint ?? (has(ownHint) ? t(ownHint) : undefined);
  const hint = isFixed ? t('settings.by-head-office') : ofField;
  if (isSwitch(path)) return <SettingSwitch path={path} {...looks} hint={hint} />;
  if (isChoice(path)) return <SettingChoice path={path} {...looks} hint={isFixed ? hint : undefined} />;
  return <SettingBox path={path} {...looks} hint={hint} />;
}

function isSwitch(path: Path): path is SwitchPath {
  return settings.get(path)?.kind === 'switch';
}

function isChoice(path: Path): path is ChoicePath {
  return ['choice', 'rotation'].includes(settings.get(path)?.kind ?? '');
}

function SettingBox({ path, hint, secret, max, isFixed }: Looks & { readonly path: TextPath }) {
  const { t } = useWords();
  const { field, fieldState } = useController<SettingsTexts, TextPath>({ name: path });
  return (
    <TextField
      label={t(`settings.${path}`)}
      box={field.ref}
      value={field.value}
      fault={fieldState.error?.message}
      numeric={settings.get(path)?.kind === 'number' || path.startsWith('managerPin')}
      change={field.onChange}
      hint={secret && field.value !== '' ? undefined : hint}
      secret={secret}
      max={max}
      readOnly={isFixed}
    />
  );
}

function SettingChoice({ path, wide, hint, isFixed = false }: Looks & { readonly path: ChoicePath }) {
  const words = useWords();
  const { field } = useController<SettingsTexts, ChoicePath>({ name: path });
  const name = words.t(`settings.${path}`);
  return (
    <div className={styles.choice} data-wide={wide}>
      <div className={textFieldStyles.head}>{name}</div>
      <SegmentedControl
        aria-label={name}
        fullWidth
        disabled={isFixed}
        classNames={{
          root: styles.options,
          control: styles.option,
          label: styles.optionLabel,
          indicator: styles.optionMark,
        }}
        value={field.value}
        onChange={field.onChange}
        data={optionsOf(path).map((value) => ({ value, label: choiceText(path, value, words) }))}
      />
      {hint !== undefined && <p className={textFieldStyles.message}>{hint}</p>}
    </div>
  );
}

function optionsOf(path: ChoicePath): readonly string[] {
  const stored = settings.get(path)?.stored;
  return stored instanceof z.ZodEnum ? stored.options.map(String) : ['0', '90', '180', '270'];
}

function SettingSwitch({ path, hint, disabled = false, isFixed = false }: Looks & { readonly path: SwitchPath }) {
  const { t } = useWords();
  const { field } = useController<SettingsTexts, SwitchPath>({ name: path });
  return (
    <SwitchBox
      label={t(`settings.${path}`)}
      hint={hint}
      disabled={disabled || isFixed}
      checked={field.value && !disabled}
      change={field.onChange}
    />
  );
}

/** Typed twice because the digits are hidden. */
export function ManagerPin({ hint }: { readonly hint: string }) {
  const { setValue } = useFormContext<SettingsTexts>();
  const isTyped = useWatch<SettingsTexts, 'managerPin'>({ name: 'managerPin' }) !== '';
  useEffect(() => {
    if (!isTyped) setValue('managerPinAgain', '', { shouldDirty: true, shouldValidate: true });
  }, [isTyped, setValue]);
  return (
    <>
      <Setting path="managerPin" secret hint={hint} />
      {isTyped && <Setting path="managerPinAgain" secret />}
    </>
  );
}

export function PosIdBox() {
  const { t } = useWords();
  const isMixed = isMixedCase(useWatch<SettingsTexts, 'pos.posId'>({ name: 'pos.posId' }));
  return <Setting path="pos.posId" max={36} hint={isMixed ? t('settings.pos.posId.mixed') : undefined} />;
}

export function TrySound() {
  const { t } = useWords();
  const { volume, muted } = useWatch<SettingsTexts, 'counter.sound'>({ name: 'counter.sound' });
  const Icon = muted ? IconVolumeOff : IconVolume;
  return (
    <Button
      className={styles.try}
      aria-disabled={muted}
      onClick={() => playSound('paid', { volume: Number(volume) || 0, muted })}
    >
      <Icon aria-hidden="true" size={24} stroke={1.75} />
      {t('settings.sound.try')}
    </Button>
  );
}
