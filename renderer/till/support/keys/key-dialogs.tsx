import { useState } from 'react';
import type { KeyView } from '../../../../preload/contract/keys.ts';
import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useCall } from '../../../ui/ask-main.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { CheckBox } from '../../../ui/form/check-box.tsx';
import { useSecretText } from '../../../ui/form/secret.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useWords } from '../../../ui/use-words.ts';
import { type KeyStep, shortKid } from './key-card.tsx';

interface KeyDialogProps {
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
  const shownProblem = problem?.code === 'auth.key' ? t('keys.test.unknown', { kid: shortKid(kid) }) : problem;
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
        call={{ pending, problem: shownProblem }}
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

export function MakeKeyDialog({ close, done, hasKey }: KeyDialogProps & { readonly hasKey: boolean }) {
  const { t } = useWords();
  const make = useCall('keys.make');
  const [kid, setKid] = useState('');
  const [forOther, setForOther] = useState(false);
  const atKid = make.problem?.field === 'kid' ? make.problem : undefined;
  const submit = async () => {
    const outcome = await make.run({ kid, forOtherAccount: forOther || undefined });
    if (outcome?.ok) done(t('keys.made', { kid: shortKid(outcome.value.kid) }));
  };
  return (
    <Dialog title={t('keys.make')} close={close}>
      <DialogForm
        call={{ pending: make.pending, problem: atKid === undefined ? make.problem : undefined }}
        confirm={t('keys.make.confirm')}
        submit={() => void submit()}
        leave={close}
      >
        <p>{t('keys.make.text')}</p>
        <TextField
          label={t('keys.kid.label')}
          first
          value={kid}
          max={200}
          hint={t('keys.kid.hint')}
          fault={atKid}
          change={(text) => {
            make.clear();
            setKid(text);
          }}
        />
        {/* A key belongs to its account; a key with this mark is for the account saved next. */}
        {hasKey && (
          <CheckBox checked={forOther} change={setForOther}>
            {t('keys.for-other')}
          </CheckBox>
        )}
      </DialogForm>
    </Dialog>
  );
}

export function TakeKeyDialog({ close, done, hasKey }: KeyDialogProps & { readonly hasKey: boolean }) {
  const { t } = useWords();
  const [text, setText] = useSecretText();
  const [kid, setKid] = useState('');
  const [forOther, setForOther] = useState(false);
  const { pending, atKid, atKey, elsewhere, clear, take, takeFile } = useTaking(
    { kid, forOtherAccount: forOther || undefined },
    { taken: (id) => done(t('keys.taken', { kid: shortKid(id) })), forget: () => setText('') },
  );
  const isEmpty = text === '';
  return (
    <Dialog title={t('keys.take')} close={close}>
      <DialogForm
        call={{ pending, problem: elsewhere }}
        confirm={t(isEmpty ? 'keys.take.file' : 'keys.take.confirm')}
        submit={() => void (isEmpty ? takeFile() : take(text))}
        leave={close}
      >
        <p>{t('keys.take.text')}</p>
        <TextField
          label={t('keys.kid.label')}
          value={kid}
          max={200}
          hint={t('keys.kid.hint.given')}
          fault={atKid}
          change={(typed) => {
            clear();
            setKid(typed);
          }}
        />
        {hasKey && (
          <CheckBox checked={forOther} change={setForOther}>
            {t('keys.for-other')}
          </CheckBox>
        )}
        <TextField
          label={t('keys.take.paste')}
          first
          secret
          value={text}
          hint={t('keys.take.paste.hint')}
          fault={atKey}
          change={(typed) => {
            clear();
            setText(typed);
          }}
          paste={(pasted) => void take(pasted)}
        />
      </DialogForm>
    </Dialog>
  );
}

interface KeyRequest {
  readonly kid: string;
  readonly forOtherAccount: true | undefined;
}

interface Ends {
  taken(kid: string): void;
  /** Removes the secret from the page, whether accepted or not. */
  forget(): void;
}

function useTaking(request: KeyRequest, { taken, forget }: Ends) {
  const { t, error } = useWords();
  const paste = useCall('keys.take');
  const file = useCall('keys.take-file');
  const problem = paste.problem ?? file.problem;
  const words = problem && faultText(problem);
  const atKid = problem?.field === 'kid' ? words : undefined;
  const atKey = paste.problem !== undefined && atKid === undefined ? words : undefined;

  function faultText(why: ErrorView): string {
    const of = why.code.startsWith('key.') ? why.values?.['file'] : undefined;
    return of === undefined ? error(why) : t('keys.file-fault', { file: of, fault: error(why) });
  }

  return {
    pending: paste.pending || file.pending,
    atKid,
    atKey,
    elsewhere: atKid === undefined && atKey === undefined ? words : undefined,
    clear(): void {
      paste.clear();
      file.clear();
    },
    async take(pasted: string): Promise<void> {
      file.clear();
      const outcome = await paste.run({ ...request, text: pasted });
      forget();
      if (outcome?.ok) taken(outcome.value.kid);
    },
    async takeFile(): Promise<void> {
      paste.clear();
      const outcome = await file.run(request);
      if (outcome?.ok && outcome.value.kid !== undefined) taken(outcome.value.kid);
    },
  };
}
