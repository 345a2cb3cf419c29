import type { RecordRow } from '../../../../preload/contract/record.ts';
import { shownValues } from '../../../ui/error-text.ts';
import { shownDay } from '../../../ui/form/day-text.ts';
import { settingNames } from '../../../ui/setting-words.ts';
import type { Words } from '../../../ui/use-words.ts';

/** An act without a text is shown by its name, so that no entry is hidden. */
export function actWords(row: RecordRow, words: Words): string {
  const { act, about = '', values = {} } = row;
  if (act === 'person-changed') return changedPerson(values, words);
  if (act === 'refund') return refund(row, words);
  const shown = {
    ...shownValues(plain(values), words.money),
    ...daysOf(values, words),
    act,
    about,
    file: about,
    names: settingNames(String(values['fields'] ?? ''), words),
    role: roleWords(values['role'], words),
  };
  const variant = Number(values['issue']) > 1 ? 'again' : (values['decision'] ?? about);
  const keys = [`record.act.${act}.${variant}`, `record.act.${act}`];
  const text = words.t(words.firstOf(keys, 'record.act.other'), shown);
  // Entries about a sale, and other entries about a refund, name the payment.
  return /^(refund|sale)-/.test(act) && values['reference'] !== undefined ? `${text} · ${values['reference']}` : text;
}

export function whoWords({ by: { name, role } }: RecordRow, words: Words): string {
  if (name !== undefined) return name;
  return role === 'cashier' ? words.t('record.nobody') : roleWords(role, words);
}

type Values = NonNullable<RecordRow['values']>;

/** Days are either times, or texts in the service's calendar. */
function daysOf(values: Values, { day, t }: Words): Record<string, string> {
  const shown = (['from', 'to'] as const).map((name) => {
    const value = values[name];
    const text = typeof value === 'number' ? day(value) : shownDay(String(value ?? ''), t('format.times'));
    return [name, text || String(value ?? '')];
  });
  return Object.fromEntries(shown.filter(([, text]) => text !== ''));
}

function changedPerson(values: Values, words: Words): string {
  const { name = '', nameBefore, role, roleBefore, pin } = values;
  const changes = [
    nameBefore !== undefined && words.t('record.change.name', { before: nameBefore }),
    roleBefore !== undefined &&
      words.t('record.change.role', { before: roleWords(roleBefore, words), role: roleWords(role, words) }),
    pin === true && words.t('people.pin.new'),
  ].filter((change) => change !== false);
  return words.t('record.act.person-changed', { name, changes: changes.join(' · ') });
}

function refund({ by, values = {} }: RecordRow, words: Words): string {
  const { amount, reference = '–', stage, reason, allowedBy, allowedById } = values;
  const byAnother = allowedBy && allowedById !== by.id;
  const key = `refund.stage.${stage}`;
  const text = words.t('record.act.refund', {
    amount: words.money(Number(amount)),
    reference,
    stage: words.has(key) ? words.t(key) : '',
  });
  const more = [reason, byAnother && words.t('record.refund.allowed', { name: allowedBy })];
  return [text, ...more].filter(Boolean).join(' · ');
}

function roleWords(role: unknown, words: Words): string {
  const key = `people.role.${role}`;
  return words.has(key) ? words.t(key) : '';
}

function plain(values: Values): Record<string, string | number> {
  const kept = Object.entries(values).filter((one): one is [string, string | number] => typeof one[1] !== 'boolean');
  return Object.fromEntries(kept);
}
