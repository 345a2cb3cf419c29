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
import { NamedRows, ScrolledRegion } from './scrolled-region.tsx';

interface Props {
  readonly question: ProvisioningStage<'changes'>;
  refuse(): void;
}

export function ProvisioningTaking({ question, refuse }: Props) {
  const words = useWords();
  const { t } = words;
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
      <ScrolledRegion className={styles.changes} name={t('provision.changes')}>
        <NamedRows
          className={styles.table}
          heads={[t('provision.setting'), t('provision.now'), t('provision.then')]}
          rows={changes.map((change) => ({
            key: change.field,
            name: nameOf(change.field, words),
            cells: [shownValue(change, change.before, words), shownValue(change, change.after, words)],
          }))}
        />
      </ScrolledRegion>
      {needsPin && <PinBox pin={pin} first keypad hint={t('provision.pin')} />}
    </DialogForm>
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
