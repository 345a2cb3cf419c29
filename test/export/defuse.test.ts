import { expect, test } from 'vitest';
import { defused } from '../../main/export/defuse.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+32 475 12 34 56', "'+32 475 12 34 56"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n\n @x', "'\n\n' @x"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\0=1', "'\0=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['−1', "'−1"],
])('%j begins as a formula does, and is defused', (text, safe) => {
  expect(defused(text)).toBe(safe);
});

test.each([
  ['two;=1', "two;'=1"],
  ['two, +1 free', "two,' +1 free"],
  ['two\t=1', "two\t'=1"],
  ['two\n=1', "two\n'=1"],
  ['two;"=1"', `two;'"=1"`],
  ['=a;=b', "'=a;'=b"],
])('%j would be one where a spreadsheet splits it, and is defused there', (text, safe) => {
  expect(defused(text)).toBe(safe);
});

test.each(['', 'bread', 'TILL42-261122-0001', "O'Neil", 'a = b', '1-2', 'zoë@example.com', 'a;b', 'a, b', '"=1"'])(
  '%j is nothing that a spreadsheet runs, and stays as it is',
  (text) => {
    expect(defused(text)).toBe(text);
  },
);
