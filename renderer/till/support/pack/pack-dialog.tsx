import { useEffect, useState } from 'react';
import type { Answer } from '../../../../preload/contract/contract.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { callMain, useBridge } from '../../../ui/bridge.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import reportStyles from '../../dialogs/report.module.css';
import blocks from '../../layout/blocks.module.css';
import { sizeText } from '../backup/create-dialog.tsx';
import styles from './pack-dialog.module.css';
import { PackPartView } from './pack-part.tsx';
import { SupportKeyBox } from './support-key-box.tsx';

export function PackDialog({ opened, close }: { readonly opened: boolean; close(): void }) {
  const { t } = useWords();
  return (
    <Dialog title={t('pack.title')} width="wide" opened={opened} close={close}>
      {opened && <Pack />}
    </Dialog>
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
    // A pack does not stay on the disk once its dialog is closed.
    return () => void callMain(bridge, 'pack.drop', {});
  }, [run, bridge]);
  useAnnounced(prepare.pending ? t('pack.preparing') : undefined);
  const press = async () => {
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
        <Button kind="main" aria-disabled={save.pending} onClick={() => void press()}>
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
