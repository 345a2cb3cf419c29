import { type Call, useCall } from '../../ui/ask-main.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { useWords } from '../../ui/use-words.ts';
import { DialogKeypad } from '../form/keypad.tsx';
import { PinBox, usePin } from '../form/pin.tsx';
import { useTill, useUi } from '../till-store.ts';
import type { ViewName } from '../ui-state/navigation.ts';

export function SignInDialog() {
  const { t } = useWords();
  const opened = useUi((ui) => ui.pin.signingIn);
  const open = useUi((ui) => ui.pin.signIn);
  const name = useTill((till) => till.person?.name);
  return (
    <Dialog
      title={name === undefined ? t('people.sign-in') : t('people.here', { name })}
      width="keypad"
      opened={opened}
      close={() => open(false)}
    >
      <SignIn close={() => open(false)} />
    </Dialog>
  );
}

function SignIn({ close }: { close(): void }) {
  const { t } = useWords();
  const signIn = useCall('session.sign-in');
  const signOut = useCall('session.sign-out');
  const isHere = useTill((till) => till.person !== undefined);
  const view = useUi((ui) => ui.navigation.view);
  const show = useUi((ui) => ui.navigation.show);
  /** Returns to the sale: the settings must not stay open for the next person. */
  const over = () => {
    close();
    if (view === 'settings') show('sale');
  };
  const enter = async (pin: string) => {
    if ((await signIn.run({ pin }))?.ok) over();
  };
  const leave = async () => {
    if ((await signOut.run({}))?.ok) over();
  };
  return (
    <PinForm
      label={t('people.your-pin')}
      hint={t('people.sign-in.why')}
      confirm={t('people.sign-in')}
      leaveText={isHere ? t('people.sign-out') : undefined}
      call={{ pending: signIn.pending, problem: signIn.problem ?? signOut.problem }}
      give={enter}
      leave={isHere ? () => void leave() : close}
    />
  );
}

export function UnlockDialog() {
  const { t } = useWords();
  const view = useUi((ui) => ui.pin.unlocking);
  const unlock = useUi((ui) => ui.pin.unlock);
  return (
    <Dialog title={t('unlock.title')} width="keypad" opened={view !== null} close={() => unlock(null)}>
      {view !== null && <Unlock view={view} leave={() => unlock(null)} />}
    </Dialog>
  );
}

function Unlock({ view, leave }: { readonly view: ViewName; leave(): void }) {
  const { t } = useWords();
  const show = useUi((ui) => ui.navigation.show);
  const afterUnlock = useUi((ui) => ui.pin.afterUnlock);
  const unlocking = useCall('session.unlock');
  const give = async (pin: string) => {
    const outcome = await unlocking.run({ pin });
    if (!outcome?.ok) return;
    leave();
    show(view);
    afterUnlock?.();
  };
  return <PinForm hint={t('unlock.why')} confirm={t('unlock.confirm')} call={unlocking} give={give} leave={leave} />;
}

interface Props {
  readonly label?: string | undefined;
  readonly hint: string;
  readonly confirm: string;
  readonly leaveText?: string | undefined;
  readonly call: Pick<Call<'session.unlock' | 'session.sign-in'>, 'pending' | 'problem'>;
  give(pin: string): Promise<void>;
  leave(): void;
}

function PinForm({ label, hint, confirm, leaveText, call, give, leave }: Props) {
  const pin = usePin(call.problem);
  return (
    <DialogForm
      keypad={<DialogKeypad field={pin.keys} whole />}
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
