import { expect, test } from 'vitest';
import type { Fate, Planted } from './planted-fault.ts';
import { scores, survivors, table } from './score.ts';

const planted = (file: string, fate: Fate): Planted => ({
  file,
  line: 7,
  column: 3,
  kind: 'BooleanLiteral',
  was: 'const a = true;',
  becomes: 'const a = false;',
  source: '',
  fate,
});
const counted = [
  planted('main/sale/countdown.ts', 'killed'),
  planted('main/sale/countdown.ts', 'timed out'),
  planted('main/sale/countdown.ts', 'survived'),
  planted('main/sale/sales.ts', 'unreached'),
  planted('main/sale/sales.ts', 'silent'),
];

test('each file has a line and the folder one: what waits for ever counts as found, what no test reaches does not', () => {
  expect(table(scores('main/sale', { counted, excused: [], wrong: [] })).split('\n')).toEqual([
    '                         found  killed  timed out  survived  unreached',
    'main/sale/countdown.ts  66.7 %       1          1         1          0',
    'main/sale/sales.ts       0.0 %       0          0         0          1',
    'main/sale               50.0 %       1          1         1          1',
  ]);
});

test('one file alone has one line', () => {
  const rows = scores('main/sale/countdown.ts', { counted: counted.slice(0, 3), excused: [], wrong: [] });
  expect(rows.map(({ name }) => name)).toEqual(['main/sale/countdown.ts']);
});

test('survivors are listed with their place, as they are and as they would be', () => {
  expect(survivors(counted.slice(2)).split('\n')).toEqual([
    'main/sale/countdown.ts:7:3',
    '  - const a = true;',
    '  + const a = false;',
    'main/sale/sales.ts:7:3 (no test comes here)',
    '  - const a = true;',
    '  + const a = false;',
  ]);
});
