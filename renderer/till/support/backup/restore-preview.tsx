import type { RestoreChange, RestoredJournal, RestorePreview } from '../../../../preload/contract/backup.ts';
import { settingNames, settingValue } from '../../../ui/setting-words.ts';
import { useWords, type Words } from '../../../ui/use-words.ts';
import styles from './backup-tab.module.css';

/** A part that scrolls without anything to press in it must be reached by the keyboard all the same (WCAG 2.1.1). */
const scrolledByKeys = { tabIndex: 0 } as const;

export function RestorePreviewParts({ preview }: { readonly preview: RestorePreview }) {
  const { t } = useWords();
  const { people, pins, kept } = preview;
  return (
    <section className={styles.preview} aria-label={t('backup.restore.changes')} {...scrolledByKeys}>
      <Journals journals={preview.journals} />
      <div className={styles.part}>
        <h3>{t('backup.restore.people')}</h3>
        {people.length === 0 && <p>{t('backup.restore.people.none')}</p>}
        <ul>
          {people.map(({ name, change }) => (
            <li key={`${name} ${change}`}>{t(`backup.restore.person.${change}`, { name })}</li>
          ))}
        </ul>
        <p>{t(`backup.restore.pins.${pins}`)}</p>
      </div>
      <Keys preview={preview} />
      <Changes changes={preview.changes} />
      <p>{t('backup.restore.kept', { folder: kept })}</p>
      {preview.journals.some(({ what }) => what === 'restored') && <p>{t('backup.restore.service')}</p>}
    </section>
  );
}

function Keys({ preview: { keys, key, keyBeside, keysLost, missing } }: { readonly preview: RestorePreview }) {
  const { t, dayAndTime } = useWords();
  const bad = [
    ...missing.map((which) => t(`backup.restore.missing.${which}`)),
    ...keysLost.map((kid) => t('backup.restore.key.lost', { kid })),
  ];
  return (
    <div className={styles.part}>
      <h3>{t('backup.restore.keys')}</h3>
      <p>{t(`backup.restore.keys.${keys}`)}</p>
      {key !== undefined && (
        <p>
          {key.since === undefined
            ? t('backup.restore.key', { kid: key.kid })
            : t('backup.restore.key.since', { kid: key.kid, when: dayAndTime(key.since) })}
        </p>
      )}
      {keyBeside !== undefined && <p>{t('backup.restore.key.beside', { kid: keyBeside })}</p>}
      {bad.map((text) => (
        <p key={text} data-tone="red" className={styles.told}>
          {text}
        </p>
      ))}
    </div>
  );
}

function Journals({ journals }: Pick<RestorePreview, 'journals'>) {
  const words = useWords();
  const { t } = words;
  if (journals.length === 0) return null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('backup.restore.payments')}</th>
          <th scope="col">{t('backup.restore.in-backup')}</th>
          <th scope="col">{t('backup.restore.here')}</th>
          <th scope="col">{t('backup.restore.then')}</th>
        </tr>
      </thead>
      <tbody>
        {journals.map((journal) => (
          <tr key={`${journal.environment} ${journal.profile}`}>
            <th scope="row">
              {t('backup.restore.account', { environment: journal.environment, profile: journal.profile })}
            </th>
            <td>{countText(journal.inBackup, words)}</td>
            <td>{countText(journal.here, words)}</td>
            <td>{t(`backup.restore.journal.${journal.what}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function countText(count: RestoredJournal['here'], { t, dayAndTime }: Words): string {
  if (count === undefined) return t('backup.restore.count.none');
  const { payments, lastAt } = count;
  if (lastAt === undefined) return t('backup.restore.count', { count: payments });
  return t('backup.restore.count.until', { count: payments, when: dayAndTime(lastAt) });
}

function Changes({ changes }: Pick<RestorePreview, 'changes'>) {
  const words = useWords();
  const { t } = words;
  if (changes.length === 0) return <p>{t('backup.restore.settings.same')}</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('backup.restore.settings')}</th>
          <th scope="col">{t('backup.restore.here')}</th>
          <th scope="col">{t('backup.restore.then')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{settingNames(change.field, words)}</th>
            <td>{valueText(change, change.before, words)}</td>
            <td>{valueText(change, change.after, words)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function valueText({ field }: RestoreChange, value: RestoreChange['before'], words: Words): string {
  // Lists and screens would be a page of their own.
  return /^[[{]/.test(String(value)) ? words.t('backup.restore.value') : settingValue(field, value, words);
}
