import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';

interface Props extends ComponentProps<'button'> {
  /** `main`: the obvious next action. `danger`: the press cannot be undone. `plain`: without a frame. */
  readonly kind?: 'main' | 'danger' | 'plain' | undefined;
  /** A press leaves the focus where it is: Enter still charges, digits go on typing, Escape goes on asking. */
  readonly keepsFocus?: boolean;
}

/** A button in finger size. It does not submit its form, unless its type says so. */
export function Button({ kind, className, keepsFocus, ...rest }: Props) {
  const classes = [styles.button, kind && styles[kind], className].filter(Boolean).join(' ');
  return <button type="button" className={classes} onMouseDown={keepsFocus ? keepFocus : undefined} {...rest} />;
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
