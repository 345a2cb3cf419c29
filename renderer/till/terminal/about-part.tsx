import { useState } from 'react';
import type { Answer } from '../../../preload/contract/contract.ts';
import { useCall, useRead } from '../../ui/ask-main.ts';
import { DialogButton } from '../../ui/dialogs/dialog.tsx';
import { useWords } from '../../ui/use-words.ts';
import blocks from '../layout/blocks.module.css';
import { Group } from '../layout/group.tsx';
import styles from './about-part.module.css';
import licencesDialogStyles from './licences-dialog.module.css';

export function AboutPart() {
  const { t, error } = useWords();
  const { value: about, problem } = useRead('terminal.about', {});
  return (
    <Group name={t('settings.part.about')}>
      {problem !== undefined && <p>{error(problem)}</p>}
      {about !== undefined && (
        <dl className={`${blocks.facts} ${styles.facts}`}>
          <dt>{t('about.version')}</dt>
          <dd>{about.version}</dd>
          <dt>{t('about.terminal')}</dt>
          <dd>{about.terminalId}</dd>
          <dt>{t('about.folder')}</dt>
          <dd>{about.dataFolder}</dd>
        </dl>
      )}
      <div className={styles.licences}>
        <DialogButton text={t('about.licences')} title={t('about.licences')} width="keypad">
          <Licences />
        </DialogButton>
      </div>
    </Group>
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
      <ul className={licencesDialogStyles.list}>
        {licences.map((licence) => (
          <LicenceRow key={licence.place} licence={licence} />
        ))}
      </ul>
    </>
  );
}

/** Loads the text when opened: all texts together are many megabytes. */
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
        <summary className={licencesDialogStyles.name}>
          {licence.name} {licence.version} <span className={licencesDialogStyles.licence}>{licence.licence}</span>
        </summary>
        {problem !== undefined && <p>{error(problem)}</p>}
        {words !== undefined && <pre className={licencesDialogStyles.words}>{words}</pre>}
      </details>
    </li>
  );
}
