import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import styles from './switch-box.module.css';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly checked: boolean;
  readonly disabled?: boolean;
  change(checked: boolean): void;
}

export function SwitchBox({ label, hint, checked, disabled = false, change }: Props) {
  return (
    <Switch
      className={styles.switch}
      classNames={{ label: styles.label, description: styles.hint, track: styles.track }}
      size="lg"
      label={label}
      description={hint}
      disabled={disabled}
      checked={checked}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  );
}
