import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { z } from 'zod';
import { prepareAnnouncements } from '../../renderer/ui/announce.ts';
import { ComponentLibrary } from '../../renderer/ui/component-library.tsx';
import { createLanguage } from '../../renderer/ui/language.ts';
import '../../renderer/ui/font.css';
import '../../renderer/ui/tokens.css';
import '../../renderer/ui/base.css';
import { App } from './app.tsx';
import { firstLanguage, speak } from './words.ts';

// The content security policy forbids `eval`, which zod would otherwise try.
z.config({ jitless: true });

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no #root');
const texts = createLanguage();
prepareAnnouncements();
await speak(texts, firstLanguage());
createRoot(place).render(
  <StrictMode>
    <I18nextProvider i18n={texts}>
      <ComponentLibrary>
        <App />
      </ComponentLibrary>
    </I18nextProvider>
  </StrictMode>,
);
