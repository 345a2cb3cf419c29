import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Answer } from '../../../../preload/contract/contract.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { callMain, useBridge, useCall, useRead } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { useWords } from '../../../ui/use-words.ts';
import reportStyles from '../../dialogs/report.module.css';
import blocks from '../../layout/blocks.module.css';
import { sizeText } from '../backup/backup-dialogs.tsx';
import styles from './pack-dialog.module.css';

export function SaveSupportPack() {
  const { t } = useWords();
  return (
    <DialogButton text={t('pack.open')} title={t('pack.title')} width="wide">
      <Pack />
    </DialogButton>
  );
}

function Pack() {
  const { t, error } = useWords();
  const bridge = useBridge();
  const prepare = useCall('pack.prepare');
  const save = useCall('pack.save');
  const [pack, setPack] = useState<Answer<'pack.prepare'>>();
  const [looking, look] = useState<string>();
  const [saved, setSaved] = useState<string>();
  const { run } = prepare;
  useEffect(() => {
    void run({}).then((outcome) => outcome?.ok && setPack(outcome.value));
    // The pack must not stay on the disk after its dialog closes.
    return () => void callMain(bridge, 'pack.drop', {});
  }, [run, bridge]);
  useAnnounced(prepare.pending ? t('pack.preparing') : undefined);
  const saveFile = async () => {
    if (pack === undefined) return;
    setSaved(undefined);
    const outcome = await save.run({ id: pack.id });
    if (outcome?.ok) setSaved(outcome.value.file);
  };
  if (prepare.problem !== undefined) return <Note tone="red">{error(prepare.problem)}</Note>;
  if (pack === undefined) return <p className={blocks.none}>{t('pack.preparing')}</p>;
  if (looking !== undefined) return <PackPartView id={pack.id} name={looking} back={() => look(undefined)} />;
  return (
    <div className={reportStyles.report}>
      <p>{t('pack.text')}</p>
      <ul className={styles.parts} aria-label={t('pack.parts')}>
        {pack.parts.map((part) => (
          <PartRow key={part.name} part={part} look={() => look(part.name)} />
        ))}
      </ul>
      <SupportKeyBox />
      {save.problem !== undefined && <Note tone="red">{error(save.problem)}</Note>}
      {saved !== undefined && <Note tone="green">{t('file.saved', { file: saved })}</Note>}
      <div className={blocks.acts}>
        <Button kind="main" aria-disabled={save.pending} onClick={() => void saveFile()}>
          {t('pack.save')}
        </Button>
      </div>
    </div>
  );
}

type Part = Answer<'pack.prepare'>['parts'][number];

function PartRow({ part: { name, bytes, lacks }, look }: { readonly part: Part; look(): void }) {
  const words = useWords();
  const { t, firstOf } = words;
  const about = firstOf([`pack.part.${name}`], 'pack.part.log');
  return (
    <li className={styles.part}>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.about}>
          {t(about)}
          {lacks !== undefined && <strong> {t(`pack.lacks.${lacks.why}`, { code: lacks.code ?? '' })}</strong>}
        </p>
      </div>
      <p className={styles.size}>{bytes > 0 && sizeText(bytes, words)}</p>
      {bytes > 0 ? (
        <Button aria-label={t('pack.look.at', { name })} onClick={look}>
          {t('pack.look')}
        </Button>
      ) : (
        <span />
      )}
    </li>
  );
}

interface Props {
  readonly id: string;
  readonly name: string;
  back(): void;
}

interface Read {
  readonly text: string;
  readonly next: number | null;
}

/** Most characters of a part shown; the file holds the whole part. */
const MOST_SHOWN = 1 << 20;

function PackPartView({ id, name, back }: Props) {
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

function SupportKeyBox() {
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
