import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import type { ReactNode } from 'react';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import './component-library.css';

/**
 * The component library, for the till only. Its variables come from its style sheet and `components.css`; it writes no
 * style element of its own, which the content security policy would refuse.
 */
export function ComponentLibrary({ children }: { readonly children: ReactNode }) {
  const scheme = useColorScheme('light', { getInitialValueInEffect: false });
  return (
    <MantineProvider
      forceColorScheme={scheme}
      colorSchemeManager={systemScheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/** The system decides. The library's own manager reads the disk before the first picture, for a choice nobody has. */
const systemScheme: MantineColorSchemeManager = {
  get: (fallback) => fallback,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};
