import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { PersonView } from '../../../../preload/contract/people.ts';
import { type RecordKind, recordKind } from '../../../../preload/contract/record.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCall } from '../../../ui/use-call.ts';
import { useElapsed } from '../../../ui/use-now.ts';
import { useWords } from '../../../ui/use-words.ts';
import textFieldStyles from '../../form/text-field.module.css';
import styles from './record-part.module.css';
import { actWords, whoWords } from './record-words.ts';
import { type RecordSearch, useRecord } from './use-record.ts';

export function RecordPart() {
  const { t, error } = useWords();
  const [kind, setKind] = useState<RecordKind>();
  const [person, setPerson] = useState<string>();
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text.trim(), 150);
  const found = useRecord({ kind, person, text: sought });
  const isAll = kind === undefined && person === undefined && sought === '';
  const nothing = !found.loading && found.rows.length === 0 && found.problem === undefined;
  const none = t(isAll ? 'record.none' : 'record.none-found');
  useAnnounced(nothing ? none : undefined);
  return (
    <div className={styles.record}>
      <div className={styles.filters}>
        <input
          type="search"
          className={textFieldStyles.input}
          aria-label={t('record.find')}
          placeholder={t('record.find.hint')}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          // Enter would save the settings, whose form this is in.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <select
          className={textFieldStyles.input}
          aria-label={t('record.kind')}
          value={kind ?? ''}
          onChange={(event) => setKind(recordKind.options.find((name) => name === event.currentTarget.value))}
        >
          <option value="" label={t('record.kind.all')} />
          {recordKind.options.map((name) => (
            <option key={name} value={name} label={t(`record.kind.${name}`)} />
          ))}
        </select>
        <PersonFilter person={person} choose={setPerson} />
      </div>
      {found.problem !== undefined && <Note tone="red">{error(found.problem)}</Note>}
      {nothing ? <p className={styles.none}>{none}</p> : <Rows found={found} />}
      {found.next !== null && (
        <div>
          <Button aria-disabled={found.loading} onClick={found.loadMore}>
            {t('record.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface FilterProps {
  readonly person: string | undefined;
  choose(person: string | undefined): void;
}

/** Those who have ended are in it too: what they did is still there. */
function PersonFilter({ person, choose }: FilterProps) {
  const { t } = useWords();
  const { run } = useCall('people.read');
  const [people, setPeople] = useState<readonly PersonView[]>([]);
  useEffect(() => {
    void run({}).then((outcome) => outcome?.ok && setPeople(outcome.value.people));
  }, [run]);
  return (
    <select
      className={textFieldStyles.input}
      aria-label={t('record.person')}
      value={person ?? ''}
      onChange={(event) => choose(event.currentTarget.value || undefined)}
    >
      <option value="" label={t('record.person.all')} />
      {people.map(({ id, name }) => (
        <option key={id} value={id} label={name} />
      ))}
    </select>
  );
}

function Rows({ found }: { readonly found: RecordSearch }) {
  const words = useWords();
  const { t, dayAndTime } = words;
  const waited = useElapsed(found.loading);
  return (
    <>
      <table className={styles.rows} aria-label={t('settings.part.record')}>
        <thead>
          <tr>
            <th scope="col">{t('record.when')}</th>
            <th scope="col">{t('record.person')}</th>
            <th scope="col">{t('record.what')}</th>
          </tr>
        </thead>
        <tbody>
          {found.rows.map((row) => (
            <tr key={row.id}>
              <td className={styles.when}>{dayAndTime(row.at)}</td>
              <td className={styles.who}>{whoWords(row, words)}</td>
              <td className={styles.what}>{actWords(row, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {waited > 300 && <p>{t('record.reading')}</p>}
    </>
  );
}
