import type { RestoreChange, RestoredJournal, RestorePreview } from '../../../../preload/contract/backup.ts';
import { settingNames, settingValue } from '../../../ui/setting-words.ts';
import { useWords, type Words } from '../../../ui/use-words.ts';
import { NamedRows, ScrolledRegion } from '../../dialogs/scrolled-region.tsx';
import styles from './backup-tab.module.css';

export function RestorePreviewParts({ preview }: { readonly preview: RestorePreview }) {
  const { t } = useWords();
  const { people, pins, kept } = preview;
  return (
    <ScrolledRegion className={styles.preview} name={t('provision.changes')}>
      <Journals journals={preview.journals} />
      <div className={styles.part}>
        <h3>{t('settings.part.people')}</h3>
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
    </ScrolledRegion>
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
      <h3>{t('support.tab.keys')}</h3>
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
    <NamedRows
      className={styles.table}
      heads={[t('nav.payments'), t('backup.restore.in-backup'), t('backup.restore.here'), t('backup.restore.then')]}
      rows={journals.map(({ environment, profile, inBackup, here, what }) => ({
        key: `${environment} ${profile}`,
        name: t('backup.restore.account', { environment, profile }),
        cells: [countText(inBackup, words), countText(here, words), t(`backup.restore.journal.${what}`)],
      }))}
    />
  );
}

function countText(count: RestoredJournal['here'], { t, dayAndTime }: Words): string {
  if (count === undefined) return t('backup.restore.count.none');
  const { payments, lastAt } = count;
  if (lastAt === undefined) return t('count.payments', { count: payments });
  return t('backup.restore.count.until', { count: payments, when: dayAndTime(lastAt) });
}

function Changes({ changes }: Pick<RestorePreview, 'changes'>) {
  const words = useWords();
  const { t } = words;
  if (changes.length === 0) return <p>{t('backup.restore.settings.same')}</p>;
  return (
    <NamedRows
      className={styles.table}
      heads={[t('nav.settings'), t('backup.restore.here'), t('backup.restore.then')]}
      rows={changes.map((change) => ({
        key: change.field,
        name: settingNames(change.field, words),
        cells: [valueText(change, change.before, words), valueText(change, change.after, words)],
      }))}
    />
  );
}

function valueText({ field }: RestoreChange, value: RestoreChange['before'], words: Words): string {
  // Lists and screens would be a page of their own.
  return /^[[{]/.test(String(value)) ? words.t('backup.restore.value') : settingValue(field, value, words);
}
