import type { Call } from '../../ui/use-call.ts';
import { PinBox, usePin } from '../form/pin.tsx';
import { DialogForm } from './dialog-form.tsx';

interface Props {
  readonly label?: string | undefined;
  readonly hint: string;
  readonly confirm: string;
  readonly leaveText?: string | undefined;
  readonly call: Pick<Call<'session.unlock' | 'session.sign-in'>, 'pending' | 'problem'>;
  give(pin: string): Promise<void>;
  leave(): void;
}

export function PinForm({ label, hint, confirm, leaveText, call, give, leave }: Props) {
  const pin = usePin(call.problem);
  return (
    <DialogForm
      keypad={pin.keys}
      digitsOnly
      confirm={confirm}
      leaveText={leaveText}
      call={{ pending: call.pending, problem: pin.otherProblem }}
      submit={() => void pin.give(give)}
      leave={leave}
    >
      <PinBox pin={pin} first keypad label={label} hint={hint} />
    </DialogForm>
  );
}
