import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface Props extends ComponentProps<'button'> {
  /** `main`: the obvious next action. `danger`: the press cannot be undone. `plain`: without a frame. */
  readonly kind?: 'main' | 'danger' | 'plain' | undefined;
}

/** A button in finger size. It does not submit its form, unless its type says so. */
export function Button({ kind, className, ...rest }: Props) {
  const classes = [styles.button, kind && styles[kind], className].filter(Boolean).join(' ');
  return <button type="button" className={classes} {...rest} />;
}
