import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { State } from '../../main/identity/sealed-record.ts';
import { checkSeal, sealOf } from '../../main/settings/seal.ts';
import { sealedFields } from '../../main/settings/sealed-fields.ts';
import { terminalFile } from '../../main/settings/terminal-file-versions.ts';
import { everySetting, pathInFile } from '../../preload/contract/settings-table.ts';

const key = randomBytes(32);
const state: State = { generation: 7, pinRequired: false, people: [], refundPinAbove: 5_000 };
const text = readFileSync(join(import.meta.dirname, 'versions', '1-every-field.json'), 'utf8');

function sealed(change: (file: ReturnType<typeof JSON.parse>) => void = () => undefined) {
  const whole = terminalFile.parse(JSON.parse(text));
  const file = JSON.parse(JSON.stringify({ ...whole, seal: sealOf(whole, key, state) }));
  change(file);
  const { seal, ...rest } = terminalFile.parse(file);
  if (seal === undefined) throw new Error('no seal');
  return { ...rest, seal };
}

/** Returns the object with the last name of a path, and the name. */
function place(file: ReturnType<typeof JSON.parse>, path: string): [Record<string, unknown>, string] {
  const names = path.split('.');
  const last = names.pop() ?? '';
  return [names.reduce((at, name) => at[name], file), last];
}

const other = (value: unknown) => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'object') return Array.isArray(value) ? [] : undefined;
  const choices: Record<string, string> = {
    PREPROD: 'PROD',
    payment: 'static-qr',
    path: 'path-and-query',
    'with-prefix': 'without-prefix',
    key: 'signature',
    'merchant-id': 'issuer-name',
    required: 'when-present',
    live: 'training',
  };
  return choices[String(value)] ?? `${value}x`;
};

test('accepts a sealed file in any field order', () => {
  expect(checkSeal(sealed(), key, state)).toEqual({ changed: [], sameRecord: true });
});

test.each(sealedFields)('names %s when changed by hand', (path) => {
  const file = sealed((all) => {
    const [at, name] = place(all, path);
    at[name] = other(at[name]);
  });
  expect(checkSeal(file, key, state)).toEqual({ changed: [path], sameRecord: true });
});

const optional = [
  'settings.callbacks.callbackUrl',
  'settings.tuning.reconciliationIssuer',
  'counter.display.receiptUrl',
];
test.each([...optional, 'counter.refundPinAbove', 'mode'])('names %s when removed together with its HMAC', (path) => {
  const file = sealed((all) => {
    const [at, name] = place(all, path);
    delete at[name];
    delete all.seal.fields[path];
  });
  expect(checkSeal(file, key, state).changed).toEqual(expect.arrayContaining([path]));
});

test.each(optional)('names %s when added by hand', (path) => {
  const whole = terminalFile.parse(JSON.parse(text));
  const [at, name] = place(whole, path);
  const value = at[name];
  delete at[name];
  const seal = sealOf(whole, key, state);
  at[name] = value;
  expect(checkSeal({ ...whole, seal }, key, state).changed).toEqual([path]);
});

test('accepts comfort fields changed by hand', () => {
  const file = sealed((all) => {
    all.counter.sound.volume = 1;
    all.counter.languages.till = 'de';
    all.counter.display.thanksSeconds = 9;
  });
  expect(checkSeal(file, key, state).changed).toEqual([]);
});

test('accepts the absence of a field unknown when sealed', () => {
  const whole = terminalFile.parse(JSON.parse(text));
  delete whole.counter.display.receiptUrl;
  const seal = sealOf(whole, key, state);
  expect(checkSeal({ ...whole, seal }, key, state).changed).toEqual([]);
});

test('rejects an HMAC of a different field, terminal or generation', () => {
  const swapped = sealed((all) => {
    const { fields } = all.seal;
    [fields['settings.shop.shopId'], fields['settings.pos.posId']] = [
      fields['settings.pos.posId'],
      fields['settings.shop.shopId'],
    ];
  });
  expect(checkSeal(swapped, key, state).changed).toEqual(['settings.shop.shopId', 'settings.pos.posId']);
  const elsewhere = sealed((all) => {
    all.terminalId = '00000000-0000-4000-8000-00000000000f';
  });
  expect(checkSeal(elsewhere, key, state).changed).toEqual([...sealedFields]);
  expect(checkSeal({ ...sealed(), seal: { ...sealed().seal, generation: 8 } }, key, state).changed).toEqual([
    ...sealedFields,
  ]);
});

test("reports a limit or state unlike the keychain's", () => {
  expect(checkSeal(sealed(), key, { ...state, refundPinAbove: 9_999 })).toEqual({
    changed: ['counter.refundPinAbove'],
    sameRecord: false,
  });
  expect(checkSeal(sealed(), key, { ...state, pinRequired: true }).sameRecord).toBe(false);
});

test('leaves only look, sound and input unsealed', () => {
  const unsealed = everySetting.filter(({ sealed }) => !sealed).map(({ path }) => pathInFile(path));
  const open = unsealed.filter(
    (path) =>
      !/^counter\.(entry|quickAmounts|returnAfterSeconds|languages|sound|display|screens|printing)\b/.test(path),
  );
  expect(open).toEqual([]);
  expect(unsealed.filter((path) => path.startsWith('counter.display.'))).toEqual([
    'counter.display.thanksSeconds',
    'counter.display.rotation',
    ...['name', 'logo', 'message', 'pictures', 'slideSeconds'].map((name) => `counter.display.idle.${name}`),
  ]);
  const [file, rest] = [terminalFile.shape, ['version', 'terminalId', 'counter', 'settings', 'seal']];
  expect(
    Object.keys(file)
      .filter((name) => !sealedFields.includes(name))
      .sort(),
  ).toEqual(rest.toSorted());
});
