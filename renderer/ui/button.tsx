import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';

interface Props extends ComponentProps<'button'> {
  /** `main`: the obvious next action. `danger`: cannot be undone. `plain`: without a frame. */
  readonly kind?: 'main' | 'danger' | 'plain' | undefined;
  /** A click leaves the focus unchanged, so Enter still charges, digits still type and Escape still asks. */
  readonly keepsFocus?: boolean;
}

/** Does not submit its form unless its type says so. */
export function Button({ kind, className, keepsFocus, ...rest }: Props) {
  const classes = [styles.button, kind && styles[kind], className].filter(Boolean).join(' ');
  return <button type="button" className={classes} onMouseDown={keepsFocus ? keepFocus : undefined} {...rest} />;
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
