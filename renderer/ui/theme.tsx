import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Bridge } from '../../preload/contract.ts';
import { BridgeProvider } from './bridge.ts';
import './font.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/InlineInput.css';
import './tokens.css';
import './base.css';

interface Props {
  readonly bridge: Bridge;
  readonly language: i18n;
  readonly children: ReactNode;
}

/**
 * What every window stands in. The component library's variables come from its style sheet and `tokens.css`; it writes
 * no style element of its own, which the content security policy would refuse.
 */
export function Theme({ bridge, language, children }: Props) {
  const scheme = useColorScheme('light', { getInitialValueInEffect: false });
  return (
    <I18nextProvider i18n={language}>
      <MantineProvider forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
        <BridgeProvider value={bridge}>{children}</BridgeProvider>
      </MantineProvider>
    </I18nextProvider>
  );
}
