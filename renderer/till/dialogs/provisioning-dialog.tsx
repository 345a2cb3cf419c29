import { lazy, Suspense, useState } from 'react';
import { isMixedCase, pinField, posIdField } from '../../../preload/contract/fields.ts';
import type {
  ProvisioningFault,
  ProvisioningField,
  ProvisioningQuestion,
  ProvisioningStage,
} from '../../../preload/contract/provisioning.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { NamedRows, ScrolledRegion } from '../../ui/dialogs/scrolled-region.tsx';
import { fault, faultOf } from '../../ui/form/field-fault.ts';
import { useSecretText } from '../../ui/form/secret.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import type { TextKey } from '../../ui/language.ts';
import { settingName } from '../../ui/setting-words.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { DialogKeypad } from '../form/keypad.tsx';
import { PinBox, usePin } from '../form/pin.tsx';
import { useTill } from '../till-store.ts';
import styles from './provisioning-dialog.module.css';

/** Loaded on demand: values need the settings table, which would slow down the start. */
const ProvisioningValue = lazy(() =>
  import('./provisioning-value.tsx').then((module) => ({ default: module.ProvisioningValue })),
);

/** Escape refuses the file at each step and changes nothing. */
export function ProvisioningDialog() {
  const { t } = useWords();
  const question = useTill((till) => till.provisioning);
  const answer = useCall('provision.answer');
  const refuse = () => question !== undefined && void answer.run({ id: question.id, answer: 'refuse' });
  return (
    <Dialog
      title={question === undefined ? '' : t(titleOf(question))}
      width="keypad"
      guarded
      withoutCross
      opened={question !== undefined}
      close={refuse}
    >
      {question !== undefined && <Question key={question.id} question={question} refuse={refuse} />}
    </Dialog>
  );
}

function Question({ question, refuse }: { readonly question: ProvisioningQuestion; refuse(): void }) {
  switch (question.stage) {
    case 'passphrase':
      return <Passphrase question={question} refuse={refuse} />;
    case 'missing':
      return <ProvisioningMissing question={question} refuse={refuse} />;
    case 'faults':
      return <Faults question={question} refuse={refuse} />;
    case 'changes':
      return <ProvisioningTaking question={question} refuse={refuse} />;
  }
}

function titleOf(question: ProvisioningQuestion): TextKey {
  if (question.stage !== 'changes') return `provision.title.${question.stage}`;
  return question.fresh ? 'provision.title.fresh' : 'provision.title';
}

interface StepProps<Stage extends ProvisioningQuestion['stage']> {
  readonly question: ProvisioningStage<Stage>;
  refuse(): void;
}

/** Each wrong attempt takes longer, so a text shows the wait. */
function Passphrase({ question: { id, file }, refuse }: StepProps<'passphrase'>) {
  const { t } = useWords();
  const opening = useCall('provision.passphrase');
  const [passphrase, setPassphrase] = useSecretText();
  const { pending, problem } = opening;
  const isWrong = problem?.code === 'passphrase.wrong';
  const checking = pending ? t('provision.checking') : '';
  useAnnounced(checking);
  const open = async () => {
    if (passphrase === '') return;
    await opening.run({ id, passphrase });
    setPassphrase('');
  };
  return (
    <DialogForm
      call={{ pending, problem: isWrong ? undefined : problem }}
      message={checking}
      confirm={t('provision.open')}
      blocked={passphrase === ''}
      submit={() => void open()}
      leaveText={t('provision.refuse')}
      leave={refuse}
    >
      <p>{t('provision.passphrase.text', { file })}</p>
      <TextField
        label={t('provision.passphrase')}
        first
        secret
        value={passphrase}
        hint={t('provision.passphrase.hint')}
        fault={isWrong ? problem : undefined}
        change={setPassphrase}
      />
    </DialogForm>
  );
}

function Faults({ question: { file, faults, count }, refuse }: StepProps<'faults'>) {
  const { t } = useWords();
  const message = t('provision.faults.text', { file, count });
  useAnnounced(message);
  return (
    <DialogForm leaveText={t('dialog.close')} leave={refuse}>
      <p>{message}</p>
      <ScrolledRegion className={styles.faults} name={t('provision.faults')}>
        <ol className={styles.list}>
          {faults.map((one) => (
            <Fault key={`${one.place} ${one.code}`} fault={one} />
          ))}
        </ol>
        {count > faults.length && <p>{t('provision.faults.more', { count: count - faults.length })}</p>}
      </ScrolledRegion>
    </DialogForm>
  );
}

function Fault({ fault: { place, code, values } }: { readonly fault: ProvisioningFault }) {
  const { t, error } = useWords();
  const expected = code === 'field.invalid' && values['expected'];
  return (
    <li>
      {place !== '' && <code className={styles.place}>{place}</code>}
      <span>
        {error(fault(code, values))}
        {expected && ` ${t('provision.faults.expected', { expected })}`}
      </span>
    </li>
  );
}

interface Props {
  readonly question: ProvisioningStage<'missing'>;
  refuse(): void;
}

function ProvisioningMissing({ question, refuse }: Props) {
  const { t } = useWords();
  const { id, file, pin: pinAsked } = question;
  const giving = useCall('provision.missing');
  const [posId, setPosId] = useState('');
  const [pin, setPin] = useSecretText();
  const [asked, setAsked] = useState(false);
  const { problem } = giving;
  const posFault = question.posId ? faultOf(posIdField, posId) : undefined;
  const pinFault = pinAsked === 'no' || (pinAsked === 'optional' && pin === '') ? undefined : faultOf(pinField, pin);
  const at = (field: string, own: ErrorView | undefined) =>
    (asked ? own : undefined) ?? (problem?.field === field ? problem : undefined);
  const give = async () => {
    setAsked(true);
    if (posFault ?? pinFault) return;
    await giving.run({
      id,
      posId: question.posId ? posId : undefined,
      managerPin: pin === '' ? undefined : pin,
    });
    setPin('');
    setAsked(false);
  };
  return (
    <DialogForm
      call={{ pending: giving.pending, problem: problem?.field === undefined ? problem : undefined }}
      confirm={t('provision.next')}
      submit={() => void give()}
      leaveText={t('provision.refuse')}
      leave={refuse}
    >
      <p>{t('provision.missing.text', { file })}</p>
      {question.posId && (
        <TextField
          label={t('settings.pos.posId')}
          first
          value={posId}
          max={36}
          hint={t(isMixedCase(posId) ? 'settings.pos.posId.mixed' : 'provision.missing.posId')}
          fault={at('posId', posFault)}
          change={setPosId}
        />
      )}
      {pinAsked !== 'no' && (
        <TextField
          label={t('provision.missing.pin')}
          first={!question.posId}
          secret
          numeric
          value={pin}
          hint={t(`provision.missing.pin.${pinAsked}`)}
          fault={at('managerPin', pinFault)}
          change={setPin}
        />
      )}
    </DialogForm>
  );
}

interface ProvisioningTakingProps {
  readonly question: ProvisioningStage<'changes'>;
  refuse(): void;
}

function ProvisioningTaking({ question, refuse }: ProvisioningTakingProps) {
  const words = useWords();
  const { t } = words;
  const { id, file, changes, needsPin, fresh } = question;
  const { run, pending, problem } = useCall('provision.answer');
  const pin = usePin(problem);
  const take = (managerPin?: string) => run({ id, answer: 'take', managerPin });
  return (
    <DialogForm
      keypad={needsPin ? <DialogKeypad field={pin.keys} whole /> : undefined}
      call={{ pending, problem: needsPin ? pin.otherProblem : problem }}
      confirm={t('provision.take')}
      submit={() => void (needsPin ? pin.give(take) : take())}
      leaveText={t('provision.refuse')}
      leave={refuse}
    >
      <p>{t(fresh ? 'provision.text.fresh' : 'provision.text', { file, count: changes.length })}</p>
      <ScrolledRegion className={styles.changes} name={t('provision.changes')}>
        <Suspense fallback={null}>
          <NamedRows
            className={styles.table}
            heads={[t('provision.setting'), t('provision.now'), t('provision.then')]}
            rows={changes.map((change) => ({
              key: change.field,
              name: nameOf(change.field, words),
              cells: [
                <ProvisioningValue key="before" field={change.field} value={change.before} />,
                <ProvisioningValue key="after" field={change.field} value={change.after} />,
              ],
            }))}
          />
        </Suspense>
      </ScrolledRegion>
      {changes.some(({ field, after }) => field === 'pos.posId' && isMixedCase(String(after ?? ''))) && (
        <p>{t('settings.pos.posId.mixed')}</p>
      )}
      {needsPin && <PinBox pin={pin} first keypad hint={t('provision.pin')} />}
    </DialogForm>
  );
}

function nameOf(field: ProvisioningField, words: Words): string {
  if (field === 'mode') return words.t('provision.mode');
  return field === 'keys.signingKey' ? words.t('provision.key') : settingName(field, words);
}
