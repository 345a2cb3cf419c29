import { useState } from 'react';
import { z } from 'zod';
import { headOfficeSettings, type Setting } from '../../preload/contract/settings-table.ts';
import type { ErrorView } from '../../preload/contract/views.ts';
import { Button } from '../../renderer/ui/button.tsx';
import { ChoiceBox } from '../../renderer/ui/form/choice-box.tsx';
import { faultOf } from '../../renderer/ui/form/field-fault.ts';
import { SwitchBox } from '../../renderer/ui/form/switch-box.tsx';
import { TextField } from '../../renderer/ui/form/text-field.tsx';
import { fieldText, readField } from '../../renderer/ui/setting-texts.ts';
import { settingValue } from '../../renderer/ui/setting-value.ts';
import { choiceText, settingName } from '../../renderer/ui/setting-words.ts';
import type { Received, Scope } from '../web/contract.ts';
import { useAct, useAnswer } from './ask.ts';
import { useHere, useMe } from './here.ts';
import styles from './parts.module.css';
import { Answered, Panel, Problem } from './parts.tsx';
import { TillChoice } from './today.tsx';
import { useText } from './words.ts';

type Field = Received<'settings'>['fields'][number];
/** Null removes the setting in this scope. */
type Typed = string | boolean | null;

/** Of the chain, the chosen shop, or a till of the shop. */
export function Settings() {
  const { t } = useText();
  const { shops } = useMe();
  const here = useHere();
  const [shop, till] = [here.of('shop') ?? (shops?.length === 1 ? shops[0] : undefined), here.number('till')];
  const scope: Scope =
    shop === undefined ? { kind: 'chain' } : till === undefined ? { kind: 'shop', shop } : { kind: 'till', till };
  const answer = useAnswer('settings', { scope });
  return (
    <>
      <div className={styles.bar}>
        <p data-grows>{t(`chain.settings.scope.${scope.kind}`)}</p>
        {shop !== undefined && <TillChoice shop={shop} till={till === undefined ? undefined : String(till)} />}
      </div>
      <Answered key={JSON.stringify(scope)} of={answer}>
        {(settings) => (
          <Fields key={JSON.stringify(settings.fields)} scope={scope} settings={settings} changed={answer.read} />
        )}
      </Answered>
    </>
  );
}

interface FieldsProps {
  readonly scope: Scope;
  readonly settings: Received<'settings'>;
  changed(): Promise<void>;
}

function Fields({ scope, settings: { fields, tills }, changed }: FieldsProps) {
  const { t } = useText();
  const { shops } = useMe();
  const call = useAct('settings.save');
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const mayNot = scope.kind === 'chain' && shops !== null;
  const states = (['applied', 'waits', 'failed'] as const).filter((state) => tills[state] > 0);
  const summary = states.map((state) => t(`chain.settings.tills.${state}`, { count: tills[state] })).join(' · ');
  const reads = Object.entries(typed).map(([path, text]) => ({ path, ...readTyped(path, text) }));
  const save = async () => {
    const values = Object.fromEntries(reads.map(({ path, value }) => [path, value]));
    const outcome = await call.run({ scope, values });
    if (outcome?.ok) await changed();
  };
  return (
    <Panel
      name={summary === '' ? t('nav.settings') : summary}
      acts={
        reads.length > 0 && (
          <>
            <Button onClick={() => setTyped({})}>{t('settings.undo')}</Button>
            <Button
              kind="main"
              aria-disabled={call.pending || reads.some(({ fault }) => fault !== undefined)}
              onClick={() => reads.every(({ fault }) => fault === undefined) && void save()}
            >
              {t('settings.save')}
            </Button>
          </>
        )
      }
    >
      {mayNot && <p>{t('error.settings.chain-is-for-all')}</p>}
      {call.problem && <Problem of={call.problem} />}
      <ul className={styles.fields}>
        {fields.map((field) => (
          <FieldRow
            key={field.path}
            of={field}
            typed={typed[field.path]}
            fault={reads.find(({ path }) => path === field.path)?.fault}
            type={mayNot ? undefined : (text) => setTyped({ ...typed, [field.path]: text })}
          />
        ))}
      </ul>
    </Panel>
  );
}

const settings = new Map<string, Setting>(headOfficeSettings.map((setting) => [setting.path, setting]));

function readTyped(path: string, typed: Typed): { readonly value: unknown; readonly fault: ErrorView | undefined } {
  const setting = settings.get(path);
  if (typed === null || setting === undefined) return { value: null, fault: undefined };
  const { value, fault } = readField(setting.kind, typed);
  return { value: value ?? null, fault: fault ?? faultOf(setting.given, value) };
}

interface RowProps {
  readonly of: Field;
  readonly typed: Typed | undefined;
  readonly fault: ErrorView | undefined;
  /** Absent: read-only. */
  readonly type: ((text: Typed) => void) | undefined;
}

/** Without a value in this scope, the inherited value and a button to set a value here. */
function FieldRow({ of: { path, own, wider }, typed, fault, type }: RowProps) {
  const words = useText();
  const { t, amountText, shortDay } = words;
  const setting = settings.get(path);
  if (setting === undefined) return null;
  const name = settingName(path, words);
  const textOf = (value: unknown) => fieldText(setting.kind, value, amountText) as string | boolean;
  const shown = typed === undefined ? (own === null ? null : textOf(own.value)) : typed;
  const holds =
    wider === null
      ? t('chain.settings.as-till')
      : t(`chain.settings.from.${wider.from}`, { value: settingValue(path, wider.value, words) });
  if (shown === null)
    return (
      <li>
        <p>
          <strong>{name}</strong> <span className={styles.quiet}>{holds}</span>
        </p>
        {type && (
          <Button
            aria-label={t('chain.settings.set.of', { name })}
            onClick={() => type(textOf(wider?.value ?? setting.first ?? ''))}
          >
            {t('chain.settings.set')}
          </Button>
        )}
      </li>
    );
  return (
    <li data-changed={typed !== undefined}>
      <div>
        <Input setting={setting} name={name} value={shown} fault={fault} type={type} />
        {own !== null && (
          <span className={styles.quiet}>{t('chain.settings.by', { who: own.by, day: shortDay(own.at) })}</span>
        )}
      </div>
      {type && (
        <Button aria-label={t('chain.settings.unset.of', { name })} onClick={() => type(null)}>
          {t('chain.settings.unset')}
        </Button>
      )}
    </li>
  );
}

interface InputProps extends Pick<RowProps, 'fault' | 'type'> {
  readonly setting: Setting;
  readonly name: string;
  readonly value: string | boolean;
}

function Input({ setting: { kind, path, stored }, name, value, fault, type = () => undefined }: InputProps) {
  const words = useText();
  const { t, has } = words;
  const ownHint = `settings.${path}.hint`;
  const hint = has(ownHint) ? t(ownHint) : undefined;
  if (typeof value === 'boolean') return <SwitchBox label={name} hint={hint} checked={value} change={type} />;
  if (kind === 'choice' && stored instanceof z.ZodEnum)
    return (
      <ChoiceBox
        label={name}
        value={value}
        options={stored.options.map((one) => ({ value: String(one), label: choiceText(path, String(one), words) }))}
        choose={type}
      />
    );
  return <TextField label={name} value={value} hint={hint} fault={fault} numeric={kind === 'number'} change={type} />;
}
