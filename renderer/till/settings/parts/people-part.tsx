import { useState } from 'react';
import type { PersonView } from '../../../../preload/contract/people.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { useRead } from '../../../ui/ask-main.ts';
import { Button } from '../../../ui/button.tsx';
import textStyles from '../../../ui/text.module.css';
import { useWords } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import { Group } from '../../layout/group.tsx';
import { useTill } from '../../till-store.ts';
import styles from './people-part.module.css';
import { EndPersonDialog, PersonDialog } from './person-dialog.tsx';

type Asking = { readonly kind: 'add' } | { readonly kind: 'change' | 'end'; readonly person: PersonView };

/** Every change of a person is saved at once, without the save bar. */
export function PeoplePart() {
  const { t, error } = useWords();
  const { value: seen, problem, read } = useRead('people.read', {});
  const [asking, setAsking] = useState<Asking>();
  const [message, setMessage] = useState<string>();
  const isManager = useTill((till) => till.role === 'manager');
  useAnnounced(message);
  const closeWith = (text: string) => {
    setAsking(undefined);
    setMessage(text);
    void read();
  };
  if (seen === undefined) return problem === undefined ? null : <p>{error(problem)}</p>;
  const here = seen.people.filter(({ endedAt }) => endedAt === undefined);
  const gone = seen.people.filter(({ endedAt }) => endedAt !== undefined);
  const isFirst = !here.some(({ role, pinSet }) => role === 'manager' && pinSet);
  const ask = {
    seen,
    saved: (name: string) => closeWith(t('people.saved', { name })),
    refused: (why: ErrorView) => closeWith(error(why)),
    close: () => setAsking(undefined),
  };
  return (
    <Group name={t('settings.part.people')}>
      <div className={blocks.whole}>
        {isFirst && <p>{t('people.none')}</p>}
        <ul className={blocks.rows} aria-label={t('people.list')}>
          {here.map((person) => (
            <Person
              key={person.id}
              person={person}
              change={isManager ? () => setAsking({ kind: 'change', person }) : undefined}
              end={isManager ? () => setAsking({ kind: 'end', person }) : undefined}
            />
          ))}
        </ul>
        {isManager ? (
          <div className={styles.add}>
            <Button onClick={() => setAsking({ kind: 'add' })}>{t('people.add')}</Button>
            <p>{message}</p>
          </div>
        ) : (
          <p className={textStyles.quiet}>{t('people.managers-only')}</p>
        )}
        {gone.length > 0 && <Ended people={gone} />}
      </div>
      {asking?.kind === 'add' && <PersonDialog {...ask} isFirst={isFirst} />}
      {asking?.kind === 'change' && <PersonDialog {...ask} person={asking.person} isFirst={false} />}
      {asking?.kind === 'end' && <EndPersonDialog {...ask} person={asking.person} />}
    </Group>
  );
}

interface PersonProps {
  readonly person: PersonView;
  readonly change: (() => void) | undefined;
  readonly end: (() => void) | undefined;
}

function Person({ person: { name, role, pinSet }, change, end }: PersonProps) {
  const { t } = useWords();
  return (
    <li className={styles.person}>
      <p className={styles.name}>
        {name}
        <span className={textStyles.quiet}>
          {t(`people.role.${role}`)}
          {!pinSet && ` · ${t('people.no-pin')}`}
        </span>
      </p>
      {change !== undefined && (
        <Button aria-label={t('people.change.of', { name })} onClick={change}>
          {t('people.change')}
        </Button>
      )}
      {end !== undefined && (
        <Button aria-label={t('people.end.of', { name })} onClick={end}>
          {t('people.end')}
        </Button>
      )}
    </li>
  );
}

/** The audit log still names ended people. */
function Ended({ people }: { readonly people: readonly PersonView[] }) {
  const { t, dayAndTime } = useWords();
  return (
    <details className={styles.ended}>
      <summary>
        {t('people.ended')} ({people.length})
      </summary>
      <ul className={blocks.rows}>
        {people.map(({ id, name, role, endedAt = 0 }) => (
          <li key={id} className={styles.person}>
            <p className={styles.name}>
              {name}
              <span className={textStyles.quiet}>
                {t(`people.role.${role}`)} · {t('people.ended.on', { day: dayAndTime(endedAt) })}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
