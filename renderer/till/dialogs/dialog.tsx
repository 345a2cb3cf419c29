import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import styles from './dialog.module.css';

const widths = {
  usual: 'var(--dialog-size)',
  table: 'min(760px, 96vw)',
  keypad: 'min(880px, 96vw)',
  wide: 'min(1100px, 96vw)',
} as const;

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** False keeps the place of a dialog that is closed, so that the focus returns to what opened it. */
  readonly opened?: boolean;
  readonly width?: keyof typeof widths;
  /** Work that must end before the dialog may be closed. */
  readonly busy?: boolean;
  /** A click beside the dialog does not close it: what was typed would be lost. */
  readonly guarded?: boolean;
  /** Escape closes it, and a button of its own, but no cross in its corner. */
  readonly withoutCross?: boolean;
  /** Escape, the cross, or a click beside it. Absent: only an answer closes the dialog. */
  close?(): void;
}

/**
 * The frame of every dialog: its title, and the ways to close it. Its content is mounted while it is open, so state that
 * a new opening must not find again belongs to a component inside. Buttons and the error line come from `DialogForm`.
 */
export function Dialog({
  title,
  children,
  opened = true,
  width = 'usual',
  busy = false,
  guarded = false,
  withoutCross = false,
  close,
}: Props) {
  const { t } = useWords();
  return (
    <Modal
      centered
      yOffset="1dvh"
      // The windows never scroll, and the lock would write a style element, which the content security policy refuses.
      lockScroll={false}
      size={widths[width]}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.55 }}
      // Inside a dialog the library's header element would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      classNames={{
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        close: styles.close ?? '',
      }}
      opened={opened}
      onClose={() => {
        if (!busy) close?.();
      }}
      closeOnEscape={close !== undefined}
      closeOnClickOutside={close !== undefined && !guarded}
      withCloseButton={close !== undefined && !withoutCross}
      closeButtonProps={{ 'aria-label': t('dialog.close'), disabled: busy }}
      title={title}
    >
      {children}
    </Modal>
  );
}

interface DialogButtonProps extends Pick<Props, 'title' | 'width' | 'children'> {
  /** On the button. */
  readonly text: string;
}

/** A button and the dialog that it opens. */
export function DialogButton({ text, children, ...of }: DialogButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{text}</Button>
      <Dialog {...of} opened={opened} close={() => setOpened(false)}>
        {opened && children}
      </Dialog>
    </>
  );
}
