import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill, useUi } from '../till-store.ts';
import { Dialog } from './dialog.tsx';
import { PinForm } from './pin-form.tsx';

export function SignInDialog() {
  const { t } = useWords();
  const opened = useUi((ui) => ui.signingIn);
  const open = useUi((ui) => ui.signIn);
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
  const view = useUi((ui) => ui.view);
  const show = useUi((ui) => ui.show);
  /** Whoever comes or goes leaves what only the one before might see. */
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
