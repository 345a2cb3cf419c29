import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { DisplaySnapshot } from '../../preload/views.ts';
import { ask } from '../ui/bridge.ts';
import { createLanguage } from '../ui/language.ts';
import { createNewest } from '../ui/newest.ts';
import { Theme } from '../ui/theme.tsx';
import { Display } from './display.tsx';

const bridge = window.tillmate;
const newest = createNewest<DisplaySnapshot>(() => performance.now());
const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root');

bridge.on('display.snapshot', (snapshot) => newest.getState().accept(snapshot));
void ask(bridge, 'display.snapshot', {}).then((first) =>
  first.ok ? newest.getState().accept(first.value) : newest.getState().refuse(first.error),
);

createRoot(place).render(
  <StrictMode>
    <Theme bridge={bridge} language={createLanguage()}>
      <Display newest={newest} />
    </Theme>
  </StrictMode>,
);
