import type { i18n } from 'i18next';
import { type ReactNode, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Bridge } from '../../preload/contract/contract.ts';
import { prepareAnnouncements } from './announce.ts';
import { BridgeProvider } from './bridge.ts';
import './font.css';
import './tokens.css';
import './base.css';

interface Props {
  readonly bridge: Bridge;
  readonly language: i18n;
  readonly children: ReactNode;
}

/** The ground of both windows: the bridge to main, the language, fonts and colours. */
export function WindowRoot({ bridge, language, children }: Props) {
  useEffect(prepareAnnouncements, []);
  return (
    <I18nextProvider i18n={language}>
      <BridgeProvider value={bridge}>{children}</BridgeProvider>
    </I18nextProvider>
  );
}
