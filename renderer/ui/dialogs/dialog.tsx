import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { useWords } from '../use-words.ts';
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
  /** Keep a closed dialog mounted with false, so that the focus returns to the element that opened it. */
  readonly opened?: boolean;
  readonly width?: keyof typeof widths;
  /** Running work blocks closing. */
  readonly busy?: boolean;
  /** A click outside does not close the dialog: typed text would be lost. */
  readonly guarded?: boolean;
  /** Closed by Escape and a button of its own, without a cross in the corner. */
  readonly withoutCross?: boolean;
  /** Called on Escape, the cross, or a click outside. Absent: only an answer closes the dialog. */
  close?(): void;
}

/** The content is mounted only while open, so state to reset at each opening belongs in a component inside. */
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
      // The windows never scroll, and scroll locking would write a style element, which the content security policy
      // refuses.
      lockScroll={false}
      size={widths[width]}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.55 }}
      // Inside a dialog the library's header element would count as a second banner of the page.
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
  readonly text: string;
}

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
