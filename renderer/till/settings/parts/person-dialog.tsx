import { useState } from 'react';
import { pinField } from '../../../../preload/contract/fields.ts';
import { type PeopleView, type PersonView, personNameField } from '../../../../preload/contract/people.ts';
import { type ErrorView, type Role, role as roleName } from '../../../../preload/contract/views.ts';
import { useCall } from '../../../ui/ask-main.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { ChoiceBox } from '../../../ui/form/choice-box.tsx';
import { faultOf } from '../../../ui/form/field-fault.ts';
import { useSecretText } from '../../../ui/form/secret.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useWords } from '../../../ui/use-words.ts';

interface PeopleDialogProps {
  /** Main refuses a save based on an older list. */
  readonly seen: PeopleView;
  close(): void;
  saved(name: string): void;
  refused(why: ErrorView): void;
}

interface Props extends PeopleDialogProps {
  /** Absent: a new person. */
  readonly person?: PersonView;
  /** No manager has a PIN yet, so this person becomes a manager. */
  readonly isFirst: boolean;
}

export function PersonDialog(props: Props) {
  const { t } = useWords();
  const { person, close } = props;
  return (
    <Dialog title={person === undefined ? t('people.add') : t('people.change.of', { name: person.name })} close={close}>
      <PersonForm {...props} />
    </Dialog>
  );
}

function PersonForm({ seen: { version, shortestPin }, person, isFirst, close, saved, refused }: Props) {
  const { t } = useWords();
  const add = useCall('people.add');
  const change = useCall('people.change');
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<Role>(person?.role ?? (isFirst ? 'manager' : 'cashier'));
  const [pin, setPin] = useSecretText();
  const [again, setAgain] = useSecretText();
  const [asked, setAsked] = useState(false);
  const problem = add.problem ?? change.problem;
  const at = (box: string) => (problem?.field?.split('.').at(-1) === box ? problem : undefined);
  const isWanted = person === undefined || pin !== '' || again !== '';
  const nameFault = faultOf(personNameField, name);
  const pinFault = isWanted ? faultOfPin(pin, shortestPin) : undefined;
  const differs = isWanted && pinFault === undefined && pin !== again;
  const known = at('name') ?? at('pin') ?? at('role');
  const roles = isFirst ? (['manager'] as const) : roleName.options;
  const edited =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      add.clear();
      change.clear();
      set(value);
    };
  const submit = async () => {
    setAsked(true);
    if (nameFault !== undefined || pinFault !== undefined || differs) return;
    const outcome =
      person === undefined
        ? await add.run({ version, person: { name, role, pin } })
        : await change.run({ version, id: person.id, change: changesOf(person, { name, role, pin }) });
    setPin('');
    setAgain('');
    setAsked(false);
    if (outcome?.ok) return saved(name.trim());
    if (outcome?.error.code === 'people.stale' || outcome?.error.code === 'people.unknown') refused(outcome.error);
  };
  return (
    <DialogForm
      call={{ pending: add.pending || change.pending, problem: known === undefined ? problem : undefined }}
      confirm={t('settings.save')}
      submit={() => void submit()}
      leave={close}
    >
      <TextField
        label={t('people.name')}
        first
        value={name}
        max={40}
        fault={(asked || name !== '') && nameFault !== undefined ? nameFault : at('name')}
        change={edited(setName)}
      />
      <ChoiceBox<Role>
        label={t('people.role')}
        value={role}
        options={roles.map((name) => ({ value: name, label: t(`people.role.${name}`) }))}
        fault={at('role')}
        hint={t(`people.what.${role}`)}
        choose={edited(setRole)}
      />
      <TextField
        label={t(person === undefined ? 'people.pin' : 'people.pin.new')}
        secret
        numeric
        value={pin}
        hint={t(person === undefined ? 'people.pin.digits' : 'people.pin.keep', { least: shortestPin })}
        fault={asked && pinFault !== undefined ? pinFault : at('pin')}
        change={edited(setPin)}
      />
      <TextField
        label={t('settings.managerPinAgain')}
        secret
        numeric
        value={again}
        fault={asked && differs ? t('error.pin.differs') : undefined}
        change={edited(setAgain)}
      />
    </DialogForm>
  );
}

function changesOf(person: PersonView, { name, role, pin }: { name: string; role: Role; pin: string }) {
  return {
    name: name.trim() === person.name ? undefined : name,
    role: role === person.role ? undefined : role,
    pin: pin === '' ? undefined : pin,
  };
}

function faultOfPin(pin: string, least: number): ErrorView | undefined {
  const fault = faultOf(pinField, pin);
  if (fault !== undefined || pin.length >= least) return fault;
  return { code: 'pin.too-short', message: 'pin.too-short', retryable: false, values: { digits: least } };
}

/** An ended person cannot be reactivated, only added again. */
export function EndPersonDialog({
  seen,
  person,
  close,
  saved,
  refused,
}: PeopleDialogProps & { readonly person: PersonView }) {
  const { t } = useWords();
  const { id, name } = person;
  const end = useCall('people.end');
  const submit = async () => {
    const outcome = await end.run({ version: seen.version, id });
    if (outcome?.ok) return saved(name);
    if (outcome?.error.code === 'people.stale' || outcome?.error.code === 'people.unknown') refused(outcome.error);
  };
  return (
    <Dialog title={t('people.end.title', { name })} close={close}>
      <DialogForm
        call={end}
        confirm={t('people.end')}
        kind="danger"
        submit={() => void submit()}
        leaveText={t('people.keep')}
        leave={close}
      >
        <p>{t('people.end.text', { name })}</p>
      </DialogForm>
    </Dialog>
  );
}
