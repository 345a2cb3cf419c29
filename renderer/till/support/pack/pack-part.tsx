import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../../ui/bridge.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useWords } from '../../../ui/use-words.ts';
import reportStyles from '../../dialogs/report.module.css';
import blocks from '../../layout/blocks.module.css';
import styles from './pack-dialog.module.css';

interface Props {
  readonly id: string;
  readonly name: string;
  back(): void;
}

interface Read {
  readonly text: string;
  readonly next: number | null;
}

/** The window shows no more characters of a part; its file has the whole. */
const MOST_SHOWN = 1 << 20;

export function PackPartView({ id, name, back }: Props) {
  const { t, error } = useWords();
  const bridge = useBridge();
  const [read, setRead] = useState<Read>({ text: '', next: 0 });
  const [problem, setProblem] = useState<ErrorView>();
  const busy = useRef(false);
  const more = useCallback(
    async (offset: number) => {
      if (busy.current) return;
      busy.current = true;
      const outcome = await callMain(bridge, 'pack.look', { id, name, offset });
      busy.current = false;
      setProblem(outcome.ok ? undefined : outcome.error);
      if (!outcome.ok) return;
      const { text, next } = outcome.value;
      setRead((was) => ({ text: was.text + text, next }));
    },
    [bridge, id, name],
  );
  useEffect(() => {
    void more(0);
  }, [more]);
  const { text, next } = read;
  const isMore = next !== null && next > 0;
  return (
    <div className={reportStyles.report}>
      <h3 className={styles.name}>{name}</h3>
      {problem !== undefined && <Note tone="red">{error(problem)}</Note>}
      <textarea className={reportStyles.text} readOnly aria-label={name} value={text} />
      <div className={blocks.acts}>
        <Button onClick={back}>{t('list.back')}</Button>
        {isMore && text.length < MOST_SHOWN && <Button onClick={() => void more(next)}>{t('record.more')}</Button>}
        {isMore && text.length >= MOST_SHOWN && <p>{t('pack.rest')}</p>}
      </div>
    </div>
  );
}
