import { useState } from 'react';
import type { Answer } from '../../../preload/contract/contract.ts';
import { useCall } from '../../ui/use-call.ts';
import { useRead } from '../../ui/use-read.ts';
import { useWords } from '../../ui/use-words.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import styles from './licences-dialog.module.css';

export function LicencesDialog({ opened, close }: { readonly opened: boolean; close(): void }) {
  const { t } = useWords();
  return (
    <Dialog title={t('about.licences')} width="keypad" opened={opened} close={close}>
      {opened && <Licences />}
    </Dialog>
  );
}

/** `place`: the index in main's list. */
type Licence = Answer<'terminal.licences'>['licences'][number] & { readonly place: number };

function Licences() {
  const { t, error } = useWords();
  const { value, problem } = useRead('terminal.licences', {});
  const licences = value?.licences.map((licence, place) => ({ ...licence, place })) ?? [];
  return (
    <>
      <p>{problem === undefined ? t('about.licences.text') : error(problem)}</p>
      <ul className={styles.list}>
        {licences.map((licence) => (
          <LicenceRow key={licence.place} licence={licence} />
        ))}
      </ul>
    </>
  );
}

/** Together the words are many megabytes: each is read when it is opened. */
function LicenceRow({ licence }: { readonly licence: Licence }) {
  const { error } = useWords();
  const { run, problem } = useCall('terminal.licence');
  const [words, setWords] = useState<string>();
  const read = async () => {
    if (words !== undefined) return;
    const outcome = await run({ index: licence.place });
    if (outcome?.ok) setWords(outcome.value.text);
  };
  return (
    <li>
      <details onToggle={(event) => event.currentTarget.open && void read()}>
        <summary className={styles.name}>
          {licence.name} {licence.version} <span className={styles.licence}>{licence.licence}</span>
        </summary>
        {problem !== undefined && <p>{error(problem)}</p>}
        {words !== undefined && <pre className={styles.words}>{words}</pre>}
      </details>
    </li>
  );
}
