import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlLine } from '../../main/sandbox/curl-line.ts';
import { notOnWindows } from '../base/only-where.ts';

const url = 'http://127.0.0.1:8471/v3/payments/pos';
const headers = { Authorization: 'Bearer key-1', 'Content-Type': 'application/json' };
const words = (bodyFile: string) => [
  ...['-sS', url, '-H', 'Authorization: Bearer key-1', '-H', 'Content-Type: application/json'],
  ...['-d', `@${bodyFile}`],
];

// In both shells quotes group words. No part of the line may be interpreted, inside or outside the quotes.
test.each([
  ['cmd', /['^%!\n]|\\"/, /[&|<>()]/],
  ['PowerShell, which also inserts variables, and where a bare word may not begin with @', /[$`]/, /[@;&|<>(){}'#,]/],
])('on Windows, %s reads the line as intended', (_shell, special, specialOutside) => {
  const line = curlLine({ url, headers, bodyFile: 'out\\sandbox\\my shop\\payment.json' }, 'win32');
  expect(line).not.toMatch(special);
  expect(line.replaceAll(/"[^"]*"/g, '')).not.toMatch(specialOutside);
  const read = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare);
  expect(read).toEqual(['curl.exe', ...words('out\\sandbox\\my shop\\payment.json')]);
});

test.each(['out/sandbox/payment.json', '/tmp/it\'s/a $HOME `id` "x" \\ !/payment.json'])(
  'sh reads %s unchanged',
  notOnWindows('Windows has no sh'),
  (bodyFile) => {
    const line = curlLine({ url, headers, bodyFile }, 'linux').replace(/^curl /, '');
    const said = execFileSync('sh', ['-c', `for word in ${line}; do printf '%s\\0' "$word"; done`], {
      encoding: 'utf8',
    });
    expect(said.split('\0').slice(0, -1)).toEqual(words(bodyFile));
  },
);
