import { useState } from 'react';
import type { KeyView } from '../../../../preload/contract/keys.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { useCall } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import dialogStyles from '../../../ui/dialogs/dialog.module.css';
import { DialogButton } from '../../../ui/dialogs/dialog.tsx';
import { ScrolledRegion } from '../../../ui/dialogs/scrolled-region.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import textStyles from '../../../ui/text.module.css';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import { Group } from '../../layout/group.tsx';
import styles from './keys-tab.module.css';

export function PublicKeysGroup({ keys, jwks }: { readonly keys: readonly KeyView[]; readonly jwks: string }) {
  const { t, error } = useWords();
  const copy = useCall('keys.copy');
  const save = useCall('keys.save-jwks');
  const [message, setMessage] = useState<string>();
  const problem = copy.problem ?? save.problem;
  const words = problem === undefined ? message : error(problem);
  useAnnounced(words);
  const begin = () => {
    setMessage(undefined);
    copy.clear();
    save.clear();
  };
  const copyAll = async () => {
    begin();
    if ((await copy.run({ what: 'jwks' }))?.ok) setMessage(t('keys.copied'));
  };
  const saveAll = async () => {
    begin();
    const outcome = await save.run({});
    if (outcome?.ok && outcome.value.saved !== undefined) setMessage(t('file.saved', { file: outcome.value.saved }));
  };
  return (
    <Group name={t('keys.group.public')}>
      <div className={blocks.whole}>
        <p className={textStyles.quiet}>{t('keys.public.text')}</p>
        <ScrolledRegion className={styles.jwks} name={t('keys.public.name')}>
          <pre>{jwks}</pre>
        </ScrolledRegion>
        <div className={blocks.acts}>
          <Button onClick={() => void copyAll()}>{t('keys.copy')}</Button>
          <Button onClick={() => void saveAll()}>{t('keys.save')}</Button>
          <DialogButton text={t('keys.code')} title={t('keys.code.title')}>
            <KeyCode keys={keys} />
          </DialogButton>
          <p data-wrong={problem !== undefined}>{words}</p>
        </div>
      </div>
    </Group>
  );
}

function KeyCode({ keys }: { readonly keys: readonly KeyView[] }) {
  const { t } = useWords();
  // Preselects the newest key: the payment service does not have it yet.
  const [place, setPlace] = useState(keys.find((key) => key.place === 'next')?.place ?? 'current');
  const shown = keys.find((key) => key.place === place) ?? keys[0];
  if (shown === undefined) return null;
  return (
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
  );
}
