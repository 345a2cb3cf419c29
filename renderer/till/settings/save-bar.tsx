import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { SettingsView } from '../../../preload/contract.ts';
import type { ErrorView } from '../../../preload/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { useElapsed } from '../../ui/use-now.ts';
import { useWords } from '../../ui/use-words.ts';
import styles from './save-bar.module.css';
import { isOtherAccount, pathOfField, paths, type SettingsTexts } from './settings-draft.ts';
import type { SettingsSave } from './use-save-settings.ts';

interface Props {
  readonly save: SettingsSave;
  readonly stored: SettingsView;
  readonly savedBefore: boolean;
  /** Why the keychain could not be read. */
  readonly trouble: ErrorView | undefined;
}

/** Saves the form, and says whether it was saved and what saving will mean. */
export function SaveBar({ save, stored, savedBefore, trouble }: Props) {
  const { t, error } = useWords();
  const texts = useWatch<SettingsTexts>() as SettingsTexts;
  const { errors, isSubmitted, isDirty, dirtyFields } = useFormState<SettingsTexts>();
  const { reset } = useFormContext<SettingsTexts>();
  const waited = useElapsed(save.pending);
  const count = paths.filter((path) => get(errors, path) !== undefined).length;
  const isRefused = isSubmitted && count > 0;
  const message = () => {
    if (save.problem !== undefined && pathOfField(save.problem.field) === undefined) return error(save.problem);
    if (waited > 300) return t('settings.saving');
    if (isRefused) return t('settings.faults', { count });
    if (trouble !== undefined) return error(trouble);
    if (isOtherAccount(texts, stored)) return t('settings.other-account');
    if (isDirty)
      return t('settings.changes', { count: paths.filter((path) => get(dirtyFields, path) === true).length });
    return savedBefore ? t('settings.saved') : '';
  };
  const told = message();
  useAnnounced(told);
  return (
    <div className={styles.bar}>
      <p role="status" aria-live="off" aria-label={t('settings.message')} data-tone={isRefused ? 'red' : 'grey'}>
        {told}
      </p>
      <Button disabled={!isDirty || save.pending} onClick={() => reset()}>
        {t('settings.undo')}
      </Button>
      <Button type="submit" kind="main" aria-disabled={save.pending}>
        {t('settings.save')}
      </Button>
    </div>
  );
}
