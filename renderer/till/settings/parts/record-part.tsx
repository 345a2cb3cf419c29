import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Ask, Bridge } from '../../../../preload/contract/contract.ts';
import { type RecordKind, type RecordPlace, type RecordRow, recordKind } from '../../../../preload/contract/record.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { callMain, useRead } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import textFieldStyles from '../../../ui/form/text-field.module.css';
import { Note } from '../../../ui/note.tsx';
import { useElapsed } from '../../../ui/use-now.ts';
import { useSearch } from '../../../ui/use-search.ts';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import styles from './record-part.module.css';
import { actWords, whoWords } from './record-words.ts';

const PAGE = 50;
type Wanted = Pick<Ask<'record.find'>, 'kind' | 'person' | 'text'>;
const askRecord = (bridge: Bridge, wanted: Wanted, after: RecordPlace | undefined) =>
  callMain(bridge, 'record.find', { ...wanted, limit: PAGE, after });

export function RecordPart() {
  const { t, error } = useWords();
  const [kind, setKind] = useState<RecordKind>();
  const [person, setPerson] = useState<string>();
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text.trim(), 150);
  const wanted = { kind, person, text: sought };
  const found = useSearch({ wanted, ask: askRecord, key: 'id', enough: PAGE, keepsRows: true });
  const isAll = kind === undefined && person === undefined && sought === '';
  const looking = found.state === 'looking';
  const nothing = !looking && found.rows.length === 0 && found.problem === undefined;
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
          // Enter would save the surrounding settings form.
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
      {nothing ? <p className={blocks.none}>{none}</p> : <Rows rows={found.rows} looking={looking} />}
      {found.next !== null && (
        <div>
          <Button aria-disabled={looking} onClick={() => looking || found.goOn()}>
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

/** Ended people stay in the list, since the audit log still has their acts. */
function PersonFilter({ person, choose }: FilterProps) {
  const { t } = useWords();
  const people = useRead('people.read', {}).value?.people ?? [];
  const { registers = [], unpaired = [] } = useRead('registers.read', {}).value ?? {};
  return (
    <select
      className={textFieldStyles.input}
      aria-label={t('record.person')}
      value={person ?? ''}
      onChange={(event) => choose(event.currentTarget.value || undefined)}
    >
      <option value="" label={t('record.person.all')} />
      {[...people, ...registers, ...unpaired].map(({ id, name }) => (
        <option key={id} value={id} label={name} />
      ))}
    </select>
  );
}

function Rows({ rows, looking }: { readonly rows: readonly RecordRow[]; readonly looking: boolean }) {
  const words = useWords();
  const { t, dayAndTime } = words;
  const waited = useElapsed(looking);
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
          {rows.map((row) => (
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
