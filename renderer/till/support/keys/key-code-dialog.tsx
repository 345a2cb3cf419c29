import { useState } from 'react';
import type { KeyView } from '../../../../preload/contract/keys.ts';
import { Button } from '../../../ui/button.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { useWords } from '../../../ui/use-words.ts';
import dialogStyles from '../../dialogs/dialog.module.css';
import { Dialog } from '../../dialogs/dialog.tsx';
import styles from './keys-tab.module.css';

/** The public half of one key, for the camera of whoever hosts it. */
export function KeyCodeDialog({ keys, close }: { readonly keys: readonly KeyView[]; close(): void }) {
  const { t } = useWords();
  // The newest is the one that nobody has yet.
  const [place, setPlace] = useState(keys.find((key) => key.place === 'next')?.place ?? 'current');
  const shown = keys.find((key) => key.place === place) ?? keys[0];
  if (shown === undefined) return null;
  return (
    <Dialog title={t('keys.code.title')} close={close}>
      <div className={dialogStyles.dialog}>
        <p>{t('keys.code.text', { kid: shown.kid })}</p>
        <div className={styles.code}>
          <QrCode text={shown.jwk} name={t('keys.code.name', { kid: shown.kid })} />
        </div>
        {keys.length > 1 && (
          <div className={styles.codeKeys}>
            {keys.map((key) => (
              <Button key={key.place} aria-pressed={key === shown} onClick={() => setPlace(key.place)}>
                {t(`keys.place.${key.place}`)}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}
