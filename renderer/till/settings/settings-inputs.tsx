import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useWords } from '../../ui/use-words.ts';
import { SwitchBox } from '../form/switch-box.tsx';
import { TextField } from '../form/text-field.tsx';
import type { Path, SettingsTexts } from './settings-draft.ts';
import styles from './settings-inputs.module.css';

type SwitchPath =
  | 'till.sticker'
  | 'counter.sound.muted'
  | 'counter.display.idle.name'
  | 'counter.display.idle.logo'
  | 'counter.display.idle.message'
  | 'counter.display.idle.pictures'
  | 'counter.printing.silent'
  | 'counter.printing.automatic'
  | 'counter.updates.on'
  | 'counter.updates.whenOpen'
  | 'counter.kiosk.on'
  | 'counter.kiosk.atStart';
type ChoicePath =
  | 'service.environment'
  | 'till.chargeWith'
  | 'counter.entry'
  | 'counter.languages.till'
  | 'counter.languages.display'
  | 'tuning.pathClaim'
  | 'tuning.pathClaimPrefix'
  | 'counter.printing.paper'
  | 'counter.display.rotation';

/** Fields that have inputs of their own. */
type OtherPath =
  | 'counter.display.logo'
  | 'counter.display.apps'
  | 'counter.display.idle.slides'
  | 'counter.printing.printer'
  | 'counter.screens.till'
  | 'counter.screens.display';

interface BoxProps {
  readonly path: Exclude<Path, SwitchPath | ChoicePath | OtherPath>;
  readonly hint?: string;
  readonly secret?: boolean;
  readonly numeric?: boolean;
  readonly max?: number;
  /** The field that is right or wrong together with this one. */
  readonly checkedWith?: Path;
}

/** A text of the settings, by its path in the provisioning file. */
export function SettingBox({ path, checkedWith, ...more }: BoxProps) {
  const { t } = useWords();
  const { getFieldState, trigger, formState } = useFormContext<SettingsTexts>();
  const { field, fieldState } = useController<SettingsTexts, BoxProps['path']>({ name: path });
  const { isSubmitted } = formState;
  const change = (text: string) => {
    field.onChange(text);
    // Only when its fault is shown, or everything was checked: an empty port is no mistake while the host is typed.
    if (checkedWith !== undefined && (isSubmitted || getFieldState(checkedWith).invalid)) void trigger(checkedWith);
  };
  return (
    <TextField
      label={t(`settings.${path}`)}
      box={field.ref}
      value={field.value}
      fault={fieldState.error?.message}
      change={change}
      {...more}
    />
  );
}

interface ChoiceProps {
  readonly path: ChoicePath;
  readonly options: { readonly value: string; readonly label: string }[];
  /** As wide as the group, for many or long options. */
  readonly wide?: boolean;
}

/** A choice between a few values, all of them in sight. */
export function SettingChoice({ path, options, wide }: ChoiceProps) {
  const { t } = useWords();
  const { field } = useController<SettingsTexts, ChoicePath>({ name: path });
  const name = t(`settings.${path}`);
  return (
    <div className={styles.choice} data-wide={wide}>
      <div className={styles.choiceName}>{name}</div>
      <SegmentedControl
        aria-label={name}
        fullWidth
        classNames={{
          root: styles.options,
          control: styles.option,
          label: styles.optionLabel,
          indicator: styles.optionMark,
        }}
        value={field.value}
        onChange={field.onChange}
        data={options}
      />
    </div>
  );
}

interface SwitchProps {
  readonly path: SwitchPath;
  readonly hint?: string;
  /** It does not apply as the other settings are. */
  readonly disabled?: boolean;
}

/** Something that is so or is not. */
export function SettingSwitch({ path, hint, disabled = false }: SwitchProps) {
  const { t } = useWords();
  const { field } = useController<SettingsTexts, SwitchPath>({ name: path });
  return (
    <SwitchBox
      label={t(`settings.${path}`)}
      hint={hint}
      disabled={disabled}
      checked={field.value && !disabled}
      change={field.onChange}
    />
  );
}

/** Whether the code hangs on the counter. Only this till's own code can: the other one changes with each payment. */
export function StickerSwitch() {
  const { t } = useWords();
  const own = useWatch<SettingsTexts, 'till.chargeWith'>({ name: 'till.chargeWith' }) === 'static-qr';
  return <SettingSwitch path="till.sticker" hint={t('settings.till.sticker.hint')} disabled={!own} />;
}
