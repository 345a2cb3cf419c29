import type { ProvisioningChange, ProvisioningField } from '../../../preload/contract/provisioning.ts';
import { settingName, settingValue } from '../../ui/setting-words.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import styles from './provisioning-changes.module.css';

/** A scrolling area without a button must be reached by the keyboard all the same (WCAG 2.1.1). */
const scrolledByKeys = { tabIndex: 0 } as const;

export function ProvisioningChanges({ changes }: { readonly changes: readonly ProvisioningChange[] }) {
  const words = useWords();
  const { t } = words;
  return (
    <section className={styles.changes} aria-label={t('provision.changes')} {...scrolledByKeys}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('provision.setting')}</th>
            <th scope="col">{t('provision.now')}</th>
            <th scope="col">{t('provision.then')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{nameOf(change.field, words)}</th>
              <td>{shownValue(change, change.before, words)}</td>
              <td>{shownValue(change, change.after, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function nameOf(field: ProvisioningField, words: Words): string {
  if (field === 'mode') return words.t('provision.mode');
  return field === 'keys.signingKey' ? words.t('provision.key') : settingName(field, words);
}

function shownValue({ field }: ProvisioningChange, value: ProvisioningChange['before'], words: Words): string {
  // Main tells of a secret only that there would be another one, or none.
  if (field !== 'keys.apiKey' && field !== 'managerPin') return settingValue(field, value, words);
  if (value === false) return words.t('provision.none');
  return words.t(value === true ? 'provision.another' : 'provision.as-now');
}
