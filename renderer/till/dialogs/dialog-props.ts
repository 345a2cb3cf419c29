import styles from './dialog.module.css';

/** Room for a keypad beside the fields. */
export const keypadDialogSize = 'min(880px, 96vw)';

/**
 * How every dialog behaves. There is no scroll lock, because the windows never scroll and the lock would write a style
 * element, which the content security policy refuses.
 */
export const dialogProps = {
  centered: true,
  yOffset: '1dvh',
  lockScroll: false,
  size: 'var(--dialog-size)',
  transitionProps: { duration: 0 },
  overlayProps: { backgroundOpacity: 0.55 },
  // Inside a dialog the library's header element would be a second banner of the page.
  attributes: { header: { role: 'presentation' } },
  classNames: { content: styles.content, header: styles.header, title: styles.title, close: styles.close },
} as const;
