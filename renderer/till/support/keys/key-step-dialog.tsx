import type { KeyView } from '../../../../preload/contract/keys.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useCall } from '../../../ui/use-call.ts';
import { useWords } from '../../../ui/use-words.ts';
import { Dialog } from '../../dialogs/dialog.tsx';
import { DialogForm } from '../../dialogs/dialog-form.tsx';
import { type KeyStep, shortKid } from './key-card.tsx';

export interface KeyDialogProps {
  close(): void;
  done(text: string): void;
  refused(why: ErrorView): void;
}

interface Props extends KeyDialogProps {
  readonly step: Exclude<KeyStep, 'test'>;
  readonly of: KeyView;
}

const doneKeys = { use: 'keys.used', back: 'keys.went-back', remove: 'keys.removed' } as const;

export function KeyStepDialog({ step, of, close, done, refused }: Props) {
  const { t } = useWords();
  const use = useCall('keys.use');
  const back = useCall('keys.back');
  const remove = useCall('keys.remove');
  const { kid, place } = of;
  const pending = use.pending || back.pending || remove.pending;
  const problem = use.problem ?? back.problem ?? remove.problem;
  const told = problem?.code === 'auth.key' ? t('keys.test.unknown', { kid: shortKid(kid) }) : problem;
  const run = () => {
    if (step === 'use') return use.run({ kid });
    if (step === 'back') return back.run({ kid });
    return place === 'current' ? undefined : remove.run({ kid, place });
  };
  const submit = async () => {
    const outcome = await run();
    if (outcome?.ok) return done(t(doneKeys[step], { kid: shortKid(kid) }));
    if (outcome?.error.code === 'keys.stale') refused(outcome.error);
  };
  const text = step === 'remove' ? (`keys.remove.text.${place}` as const) : (`keys.${step}.text` as const);
  return (
    <Dialog title={t(`keys.${step}.title`)} close={close}>
      <DialogForm
        call={{ pending, problem: told }}
        confirm={t(`keys.${step}`)}
        kind={step === 'remove' ? 'danger' : 'main'}
        submit={() => void submit()}
        leave={close}
      >
        <p>{t(text, { kid })}</p>
      </DialogForm>
    </Dialog>
  );
}
