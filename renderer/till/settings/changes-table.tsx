import { get } from 'react-hook-form';
import { settingName, settingValue } from '../../ui/setting-words.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import styles from './changes-table.module.css';
import type { SettingsTexts } from './setting-texts.ts';
import type { Path } from './settings-draft.ts';

interface Props {
  readonly name: string;
  readonly paths: readonly Path[];
  readonly before: SettingsTexts;
  readonly after: SettingsTexts;
  /** Fields that somebody else has saved while they were typed here. */
  readonly meanwhile?: readonly Path[];
  readonly tall?: boolean;
}

/** A scrolling area without a button must be reached by the keyboard all the same (WCAG 2.1.1). */
const scrolledByKeys = { tabIndex: 0 } as const;

export function ChangesTable({ name, paths, before, after, meanwhile = [], tall = false }: Props) {
  const words = useWords();
  const { t } = words;
  return (
    <section className={styles.changes} data-tall={tall} aria-label={name} {...scrolledByKeys}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('provision.setting')}</th>
            <th scope="col">{t('provision.now')}</th>
            <th scope="col">{t('settings.change.after')}</th>
          </tr>
        </thead>
        <tbody>
          {paths.map((path) => {
            const shown = shownChange(path, before, after, words);
            return (
              <tr key={path}>
                <th scope="row">{settingName(path, words)}</th>
                <td>
                  {shown.before}
                  {meanwhile.includes(path) && (
                    <span className={styles.meanwhile}> ({t('settings.change.meanwhile')})</span>
                  )}
                </td>
                <td>{shown.after}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const secrets: readonly Path[] = ['keys.signingKey', 'keys.apiKey', 'managerPin'];

/** A secret shows only that there is another one. */
function shownChange(path: Path, before: SettingsTexts, after: SettingsTexts, words: Words) {
  const { t } = words;
  if (secrets.includes(path)) return { before: t('provision.as-now'), after: t('provision.another') };
  const [was, becomes]: readonly unknown[] = [get(before, path), get(after, path)];
  const isOtherPicture = path === 'counter.display.logo' && was !== '' && becomes !== '';
  return {
    before: settingValue(path, was, words),
    after: isOtherPicture ? t('settings.change.other-picture') : settingValue(path, becomes, words),
  };
}
