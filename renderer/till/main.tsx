import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import type { TillSnapshot } from '../../preload/views.ts';
import { ask } from '../ui/bridge.ts';
import { createLanguage } from '../ui/language.ts';
import { createNewest } from '../ui/newest.ts';
import { Theme } from '../ui/theme.tsx';
import { App } from './app.tsx';
import { createTillUi, TillStoresProvider } from './till-store.ts';

// The pages may not compile code from text (CSP), so the schemas must not try.
z.config({ jitless: true });

const bridge = window.tillmate;
const newest = createNewest<TillSnapshot>(() => performance.now());
const stores = { newest, ui: createTillUi() };
const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root');

bridge.on('till.snapshot', (snapshot) => newest.getState().accept(snapshot));
void ask(bridge, 'till.snapshot', {}).then((first) =>
  first.ok ? newest.getState().accept(first.value) : newest.getState().refuse(first.error),
);

createRoot(place).render(
  <StrictMode>
    <Theme bridge={bridge} language={createLanguage()}>
      <TillStoresProvider value={stores}>
        <App />
      </TillStoresProvider>
    </Theme>
  </StrictMode>,
);
