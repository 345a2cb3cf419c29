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

/** Without style elements, which the content security policy refuses. */
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

/** The library's own manager would read the disk for a setting without any control. */
const systemScheme: MantineColorSchemeManager = {
  get: (fallback) => fallback,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};
