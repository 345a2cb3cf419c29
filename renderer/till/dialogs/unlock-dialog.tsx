import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useUi, type ViewName } from '../till-store.ts';
import { Dialog } from './dialog.tsx';
import { PinForm } from './pin-form.tsx';

export function UnlockDialog() {
  const { t } = useWords();
  const view = useUi((ui) => ui.unlocking);
  const unlock = useUi((ui) => ui.unlock);
  return (
    <Dialog title={t('unlock.title')} width="keypad" opened={view !== null} close={() => unlock(null)}>
      {view !== null && <Unlock view={view} leave={() => unlock(null)} />}
    </Dialog>
  );
}

function Unlock({ view, leave }: { readonly view: ViewName; leave(): void }) {
  const { t } = useWords();
  const show = useUi((ui) => ui.show);
  const pressed = useUi((ui) => ui.pressed);
  const unlocking = useCall('session.unlock');
  const give = async (pin: string) => {
    const outcome = await unlocking.run({ pin });
    if (!outcome?.ok) return;
    leave();
    show(view);
    pressed?.();
  };
  return <PinForm hint={t('unlock.why')} confirm={t('unlock.confirm')} call={unlocking} give={give} leave={leave} />;
}
