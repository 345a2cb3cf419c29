import { useId, useState } from 'react';
import type { Answer } from '../../../../preload/contract/contract.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useRead } from '../../../ui/use-read.ts';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import styles from './pack-dialog.module.css';

export function SupportKeyBox() {
  const { t, error } = useWords();
  const id = useId();
  const { value: read, problem: unread } = useRead('pack.key', {});
  const [kept, setKept] = useState<Answer<'pack.key.save'>>();
  const key = (kept ?? read)?.key;
  const save = useCall('pack.key.save');
  const [text, setText] = useState<string>();
  const keep = async (pasted: string) => {
    const outcome = await save.run({ key: pasted });
    if (!outcome?.ok) return;
    setKept(outcome.value);
    setText(undefined);
  };
  const problem = save.problem ?? unread;
  return (
    <section className={styles.key} aria-label={t('pack.key')}>
      {key === null && <Note tone="amber">{t('pack.key.none')}</Note>}
      {key && <p>{t('pack.key.is', { kid: key.kid, thumbprint: key.thumbprint })}</p>}
      {text !== undefined && (
        <>
          <label htmlFor={id}>{t('pack.key.label')}</label>
          <textarea
            id={id}
            className={styles.paste}
            rows={4}
            maxLength={16_384}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={problem !== undefined}
            value={text}
            onChange={(event) => {
              save.clear();
              setText(event.currentTarget.value);
            }}
          />
        </>
      )}
      {problem !== undefined && <Note tone="red">{error(problem)}</Note>}
      <div className={blocks.acts}>
        {text === undefined ? (
          <Button onClick={() => setText('')}>{t(key ? 'pack.key.change' : 'pack.key.set')}</Button>
        ) : (
          <>
            <Button
              aria-disabled={save.pending || text.trim() === ''}
              onClick={() => text.trim() !== '' && void keep(text)}
            >
              {t('pack.key.save')}
            </Button>
            <Button
              onClick={() => {
                save.clear();
                setText(undefined);
              }}
            >
              {t('pack.key.cancel')}
            </Button>
          </>
        )}
        {key && text === undefined && (
          <Button aria-disabled={save.pending} onClick={() => void keep('')}>
            {t('pack.key.remove')}
          </Button>
        )}
      </div>
    </section>
  );
}
