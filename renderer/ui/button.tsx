import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface Props extends ComponentProps<'button'> {
  /** `main`: the one action that is obviously next. `danger`: the next press cannot be taken back. `plain`: no frame. */
  readonly kind?: 'main' | 'danger' | 'plain' | undefined;
}

/** Every button of the windows: in finger size, and submits nothing unless it says so. */
export function Button({ kind, className, ...rest }: Props) {
  const classes = [styles.button, kind && styles[kind], className].filter(Boolean).join(' ');
  return <button type="button" className={classes} {...rest} />;
}
