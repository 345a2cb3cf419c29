import { get } from 'react-hook-form';
import { NamedRows, ScrolledRegion } from '../../ui/dialogs/scrolled-region.tsx';
import type { SettingsTexts } from '../../ui/setting-texts.ts';
import { settingValue } from '../../ui/setting-value.ts';
import { settingName } from '../../ui/setting-words.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import styles from './changes-table.module.css';
import type { Path } from './settings-draft.ts';

interface Props {
  readonly name: string;
  readonly paths: readonly Path[];
  readonly before: SettingsTexts;
  readonly after: SettingsTexts;
  /** Fields saved by another user while edited here. */
  readonly meanwhile?: readonly Path[];
  readonly tall?: boolean;
}

export function ChangesTable({ name, paths, before, after, meanwhile = [], tall = false }: Props) {
  const words = useWords();
  const { t } = words;
  const rows = paths.map((path) => {
    const shown = shownChange(path, before, after, words);
    const was = meanwhile.includes(path) ? (
      <>
        {shown.before}
        <span className={styles.meanwhile}> ({t('settings.change.meanwhile')})</span>
      </>
    ) : (
      shown.before
    );
    return { key: path, name: settingName(path, words), cells: [was, shown.after] };
  });
  return (
    <ScrolledRegion className={styles.changes} name={name} tall={tall}>
      <NamedRows
        className={styles.table}
        heads={[t('provision.setting'), t('provision.now'), t('settings.change.after')]}
        rows={rows}
      />
    </ScrolledRegion>
  );
}

const secrets: readonly Path[] = ['keys.signingKey', 'keys.apiKey', 'managerPin'];

/** For a secret, the table shows only that it changes. */
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
