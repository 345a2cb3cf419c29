import type { ProvisioningQuestion } from '../../../preload/contract/provisioning.ts';
import type { TextKey } from '../../ui/language.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import { Dialog } from './dialog.tsx';
import { ProvisioningFaults } from './provisioning-faults.tsx';
import { ProvisioningMissing } from './provisioning-missing.tsx';
import { ProvisioningPassphrase } from './provisioning-passphrase.tsx';
import { ProvisioningTaking } from './provisioning-taking.tsx';

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
      return <ProvisioningPassphrase question={question} refuse={refuse} />;
    case 'missing':
      return <ProvisioningMissing question={question} refuse={refuse} />;
    case 'faults':
      return <ProvisioningFaults question={question} close={refuse} />;
    case 'changes':
      return <ProvisioningTaking question={question} refuse={refuse} />;
  }
}

function titleOf(question: ProvisioningQuestion): TextKey {
  if (question.stage !== 'changes') return `provision.title.${question.stage}`;
  return question.fresh ? 'provision.title.fresh' : 'provision.title';
}
