import type { ProvisioningStage } from '../../../preload/contract/provisioning.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { PinBox, usePin } from '../form/pin.tsx';
import { DialogForm } from './dialog-form.tsx';
import { ProvisioningChanges } from './provisioning-changes.tsx';

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
