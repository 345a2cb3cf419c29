import { type ChangeEvent, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import type { SettingsTexts } from '../settings/setting-texts.ts';
import styles from './guide.module.css';

/** A key has some hundred bytes; nothing that is much longer is one. */
const LARGEST_BYTES = 65_536;

export function KeyFile() {
  const { t } = useWords();
  const file = useRef<HTMLInputElement>(null);
  const { setValue, setFocus } = useFormContext<SettingsTexts>();
  const [told, setTold] = useState('');
  useAnnounced(told);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0];
    // The same file can be chosen again.
    event.currentTarget.value = '';
    if (chosen === undefined) return;
    const { name } = chosen;
    const text = await textOf(chosen);
    setTold(typeof text === 'string' ? t('guide.key-file.taken', { file: name }) : t(text.fault, { file: name }));
    if (typeof text !== 'string') return;
    setValue('keys.signingKey', text, { shouldDirty: true, shouldValidate: true });
    setFocus('keys.signingKey');
  };
  return (
    <div className={styles.file}>
      <Button onClick={() => file.current?.click()}>{t('guide.key-file')}</Button>
      <p className={styles.fileTold}>{told}</p>
      <input
        ref={file}
        type="file"
        accept=".json,.jwk,.jwks,.pem,.key,application/json"
        hidden
        onChange={(event) => void choose(event)}
      />
    </div>
  );
}

type Fault = 'guide.key-file.empty' | 'guide.key-file.large' | 'guide.key-file.text' | 'guide.key-file.unreadable';

async function textOf(file: File): Promise<string | { readonly fault: Fault }> {
  if (file.size > LARGEST_BYTES) return { fault: 'guide.key-file.large' };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return { fault: 'guide.key-file.unreadable' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    return text === '' ? { fault: 'guide.key-file.empty' } : text;
  } catch {
    return { fault: 'guide.key-file.text' };
  }
}
