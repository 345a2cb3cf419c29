import { useState } from 'react';
import { CheckBox } from '../../renderer/ui/form/check-box.tsx';
import { ChoiceBox } from '../../renderer/ui/form/choice-box.tsx';
import { TextField } from '../../renderer/ui/form/text-field.tsx';
import { type Member, type Received, roles } from '../web/contract.ts';
import { useAnswer } from './ask.ts';
import { useHere, useMe } from './here.ts';
import styles from './parts.module.css';
import { ActButton, type Column, List, Older } from './parts.tsx';
import { useText } from './words.ts';

export function People() {
  const { t } = useText();
  const answer = useAnswer('members', {});
  const { nameOf, email } = useMe();
  const changed = () => void answer.read();
  const columns: readonly Column<Received<'members'>['rows'][number]>[] = [
    { head: t('people.name'), cell: ({ name }) => name },
    { head: t('chain.people.email'), cell: (member) => member.email },
    { head: t('people.role'), cell: ({ role }) => t(`chain.role.${role}`) },
    {
      head: t('chain.people.shops'),
      cell: ({ shops }) => shops?.map(nameOf).join(', ') ?? t('chain.shop.all'),
    },
    {
      head: '',
      cell: (member) =>
        member.email !== email && (
          <div className={styles.acts}>
            <MemberButton of={member} changed={changed} />
            {member.isBound && <Unbind of={member} changed={changed} />}
            <Remove of={member} changed={changed} />
          </div>
        ),
    },
  ];
  return (
    <>
      <List
        of={answer}
        name={t('chain.people.members')}
        acts={() => <MemberButton changed={changed} />}
        columns={columns}
        keyOf={(member) => member.email}
        empty={t('chain.people.none')}
      />
      <Audit />
    </>
  );
}

interface MemberProps {
  /** Absent for a new member. */
  readonly of?: Member;
  changed(): void;
}

const NOBODY: Member = { email: '', name: '', role: 'viewer', shops: null };

function MemberButton({ of = NOBODY, changed }: MemberProps) {
  const { t } = useText();
  const { seen } = useMe();
  const [member, setMember] = useState(of);
  const change = (fields: Partial<Member>) => setMember({ ...member, ...fields });
  const isNew = of === NOBODY;
  const { email, name, role, shops } = member;
  const wrong = email !== '' && !/^\S+@\S+$/.test(email) ? t('chain.people.email.wrong') : undefined;
  return (
    <ActButton
      text={t(isNew ? 'people.add' : 'people.change')}
      label={isNew ? t('people.add') : t('people.change.of', { name: of.name })}
      confirm={t('settings.save')}
      act="member.save"
      body={member}
      blocked={email === '' || name.trim() === '' || wrong !== undefined}
      opening={() => setMember(of)}
      done={changed}
    >
      {isNew && (
        <TextField
          label={t('chain.people.email')}
          value={email}
          hint={t('chain.people.email.hint')}
          fault={wrong}
          first
          change={(email) => change({ email })}
        />
      )}
      <TextField
        label={t('people.name')}
        value={name}
        max={60}
        fault={undefined}
        first={!isNew}
        change={(name) => change({ name })}
      />
      <ChoiceBox
        label={t('people.role')}
        value={role}
        hint={t(`chain.role.${role}.what`)}
        options={roles.map((role) => ({ value: role, label: t(`chain.role.${role}`) }))}
        choose={(role) => change({ role })}
      />
      <fieldset className={styles.checks} hidden={role === 'admin'}>
        <legend>{t('chain.people.shops')}</legend>
        <CheckBox checked={shops === null} change={(all) => change({ shops: all ? null : [] })}>
          {t('chain.shop.all')}
        </CheckBox>
        {shops !== null &&
          seen.map(({ shop, name }) => (
            <CheckBox
              key={shop}
              checked={shops.includes(shop)}
              change={(on) => change({ shops: on ? [...shops, shop] : shops.filter((one) => one !== shop) })}
            >
              {name}
            </CheckBox>
          ))}
      </fieldset>
    </ActButton>
  );
}

function Unbind({ of: { email, name }, changed }: Required<MemberProps>) {
  const { t } = useText();
  return (
    <ActButton
      text={t('chain.people.unbind')}
      label={t('chain.people.unbind.of', { name })}
      confirm={t('chain.people.unbind')}
      act="member.unbind"
      body={{ email }}
      done={changed}
    >
      <p>{t('chain.people.unbind.text', { name })}</p>
    </ActButton>
  );
}

function Remove({ of: { email, name }, changed }: Required<MemberProps>) {
  const { t } = useText();
  return (
    <ActButton
      text={t('people.end')}
      label={t('people.end.of', { name })}
      kind="danger"
      confirm={t('people.end')}
      act="member.remove"
      body={{ email }}
      done={changed}
    >
      <p>{t('chain.people.remove.text', { name })}</p>
    </ActButton>
  );
}

type Entry = Received<'audit'>['rows'][number];

function Audit() {
  const { t, has, dayAndTime } = useText();
  const answer = useAnswer('audit', { before: useHere().number('before') });
  const { nameOf } = useMe();
  const deed = (did: string) => {
    const key = [`chain.did.${did}`, `chain.alert.${did}`].find(has);
    return key === undefined ? did : t(key);
  };
  const columns: readonly Column<Entry>[] = [
    { head: t('list.time'), cell: ({ at }) => dayAndTime(at) },
    { head: t('record.person'), cell: ({ who }) => who },
    { head: t('record.what'), cell: ({ did }) => deed(did) },
    { head: t('chain.shop'), cell: ({ shop }) => shop && nameOf(shop) },
    { head: t('chain.till'), cell: ({ till }) => till },
    { head: t('chain.audit.detail'), cell: ({ detail }) => detail && detailText(detail) },
  ];
  return (
    <List
      of={answer}
      name={t('chain.audit')}
      acts={({ rows, more }) => <Older from="before" next={more ? rows.at(-1)?.entry : null} />}
      columns={columns}
      keyOf={({ entry }) => String(entry)}
      empty={t('chain.audit.none')}
    />
  );
}

function detailText(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
