import type {
  ProvisioningChange,
  ProvisioningField,
  ProvisioningStage,
} from '../../../preload/contract/provisioning.ts';
import { settingName, settingValue } from '../../ui/setting-words.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { PinBox, usePin } from '../form/pin.tsx';
import { DialogForm } from './dialog-form.tsx';
import styles from './provisioning-changes.module.css';

interface Props {
  readonly question: ProvisioningStage<'changes'>;
  refuse(): void;
}

export function ProvisioningTaking({ question, refuse }: Props) {
  const { t } = useWords();
  const { id, file, changes, needsPin, fresh } = question;
  const { run, pending, problem } = useCall('provision.answer');
  const pin = usePin(problem);
  const take = (managerPin?: string) => run({ id, answer: 'take', managerPin });
  return (
    <DialogForm
      keypad={needsPin ? pin.keys : undefined}
      digitsOnly
      call={{ pending, problem: needsPin ? pin.otherProblem : problem }}
      confirm={t('provision.take')}
      submit={() => void (needsPin ? pin.give(take) : take())}
      leaveText={t('provision.refuse')}
      leave={refuse}
    >
      <p>{t(fresh ? 'provision.text.fresh' : 'provision.text', { file, count: changes.length })}</p>
      <ProvisioningChanges changes={changes} />
      {needsPin && <PinBox pin={pin} first keypad hint={t('provision.pin')} />}
    </DialogForm>
  );
}

/** A scrolling area without a button must be reached by the keyboard all the same (WCAG 2.1.1). */
export const SCROLLED_BY_KEYS = { tabIndex: 0 } as const;

function ProvisioningChanges({ changes }: { readonly changes: readonly ProvisioningChange[] }) {
  const words = useWords();
  const { t } = words;
  return (
    <section className={styles.changes} aria-label={t('provision.changes')} {...SCROLLED_BY_KEYS}>
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
