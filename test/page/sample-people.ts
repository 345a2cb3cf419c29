import type { PeopleView } from '../../preload/contract/people.ts';
import type { RecordRow } from '../../preload/contract/record.ts';
import type { RegistersView } from '../../preload/contract/registers.ts';
import { firstRegister } from '../../preload/contract/settings-table.ts';
import { refusal } from './recorded-calls.ts';
import { AT, live, storedSettings } from './sample-snapshots.ts';

/** A till with people of every role, including a person who has ended, and an audit log of their actions. */

const people: PeopleView = {
  version: 'v1',
  shortestPin: 6,
  people: [
    { id: 'm1', name: 'Zoë Peeters', role: 'manager', pinSet: true },
    { id: 'c1', name: 'Ava', role: 'cashier', pinSet: true },
    { id: 'c2', name: 'Jean-Christophe van den Bossche-Vermeulen', role: 'cashier', pinSet: false },
    { id: 's1', name: 'Helpdesk Noord', role: 'support', pinSet: true },
    { id: 'c0', name: 'Bram', role: 'cashier', pinSet: false, endedAt: AT - 86_400_000 },
  ],
};

const zoe = { role: 'manager', id: 'm1', name: 'Zoë Peeters' } as const;
const ava = { role: 'cashier', id: 'c1', name: 'Ava' } as const;

type Told = Omit<RecordRow, 'id' | 'at'>;

const told: readonly Told[] = [
  { act: 'sign-in', by: ava },
  {
    act: 'refund',
    by: zoe,
    about: 'x',
    values: {
      amount: 12_345,
      stage: 'refunded',
      reference: 'TILL42-261120-0042',
      reason: 'Burnt',
      allowedBy: zoe.name,
      allowedById: zoe.id,
    },
  },
  { act: 'unlock', by: zoe },
  { act: 'pin-locked', by: { role: 'cashier' }, values: { seconds: 30 } },
  { act: 'pin-wrong', by: { role: 'cashier' }, values: { tries: 3 } },
  { act: 'settings-changed', by: zoe, values: { fields: 'counter.refundPinAbove settings.shop.shopName' } },
  {
    act: 'person-changed',
    by: zoe,
    about: 'c1',
    values: { name: 'Ava', role: 'cashier', nameBefore: 'Eva', roleBefore: 'support', pin: true },
  },
  { act: 'person-ended', by: zoe, about: 'c0', values: { name: 'Bram', role: 'cashier' } },
  { act: 'person-added', by: zoe, about: 'c1', values: { name: 'Eva', role: 'support' } },
  { act: 'pin-taken', by: zoe, values: { tries: 1 } },
  { act: 'refund-settled', by: zoe, about: 'x', values: { decision: 'not-made' } },
  {
    act: 'provisioned',
    by: { role: 'till' },
    about: 'till42.json',
    values: { fields: 'pos.posId managerPin', kid: 'a' },
  },
  { act: 'a-thing-of-later', by: zoe },
  { act: 'journal-tampered', by: { role: 'till' }, values: { why: 'cut' } },
];

const recordRows: readonly RecordRow[] = told.map((one, index) => ({
  id: `act ${index}`,
  at: AT - index * 1_234_567,
  ...one,
}));

export const peopleAnswers = {
  ...storedSettings,
  'people.read': people,
  'record.find': { rows: recordRows, next: null },
};

export const noPeople = {
  ...storedSettings,
  'people.read': { ...people, people: [] },
  'record.find': { rows: [], next: null },
};

/** A till with two registers, including a web page, during the pairing of a third register. */
const registers: RegistersView = {
  registers: [
    { id: 'r1', name: 'Counter by the door', pairedAt: AT - 864_000_000, last: { at: AT - 61_000, did: 'charged' } },
    { id: 'r2', name: 'Tablet on the terrace', pairedAt: AT - 86_400_000, origin: 'https://pos.example' },
  ],
  unpaired: [{ id: 'folder', name: 'kassa' }],
  pairing: { code: '482913', leftMs: 107_000 },
  address: { url: 'http://127.0.0.1:47800' },
  problems: [],
};

export const linked = live({ counter: { ...live().counter, register: { ...firstRegister, on: true } } });

export function registersAnswers(change: Partial<RegistersView> = {}) {
  return {
    'settings.read': { ...storedSettings['settings.read'], counter: linked.counter },
    'registers.read': { ...registers, ...change },
  };
}

/** A till in a chain whose collector is unreachable. */
export function headOfficeAnswers() {
  const byHeadOffice = ['counter.maximum', 'counter.entry', 'counter.updates.opens', 'counter.updates.closes'];
  const host = 'chain.zoe-bakeries.example';
  const { error: problem } = refusal('head-office.unreachable', { values: { host, why: 'network.refused' } });
  const enrolled = { chain: 'Zoë Bakeries', till: 12, address: `https://${host}`, waiting: 214, sets: byHeadOffice };
  return {
    ...storedSettings,
    'settings.read': { ...storedSettings['settings.read'], byHeadOffice },
    'head-office.read': { enrolled: { ...enrolled, shippedAt: AT - 7_200_000, problem } },
  };
}
