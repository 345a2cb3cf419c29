import type {
  ProvisioningFault,
  ProvisioningQuestion,
  ProvisioningStage,
} from '../../../preload/contract/provisioning.ts';
import { useAnnounced } from '../../ui/announce.ts';
import type { TextKey } from '../../ui/language.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { fault } from '../form/field-fault.ts';
import { useSecretText } from '../form/secret.ts';
import { TextField } from '../form/text-field.tsx';
import { useTill } from '../till-store.ts';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';
import faultsStyles from './provisioning-faults.module.css';
import { ProvisioningMissing } from './provisioning-missing.tsx';
import { ProvisioningTaking } from './provisioning-taking.tsx';
import { ScrolledRegion } from './scrolled-region.tsx';

/** Escape refuses the file at each step, which changes nothing. */
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

/** Asks for the passphrase of an encrypted file. A wrong one takes longer with each try, which is said meanwhile. */
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
  const told = t('provision.faults.text', { file, count });
  useAnnounced(told);
  return (
    <DialogForm leaveText={t('dialog.close')} leave={refuse}>
      <p>{told}</p>
      <ScrolledRegion className={faultsStyles.faults} name={t('provision.faults')}>
        <ol className={faultsStyles.list}>
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
      {place !== '' && <code className={faultsStyles.place}>{place}</code>}
      <span>
        {error(fault(code, values))}
        {expected && ` ${t('provision.faults.expected', { expected })}`}
      </span>
    </li>
  );
}
