import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { curlLine } from '../../main/sandbox/curl-line.ts';

const call = (bodyFile: string) => ({
  url: 'http://127.0.0.1:8471/v3/payments/pos',
  headers: { Authorization: 'Bearer key-1', 'Content-Type': 'application/json' },
  bodyFile,
});
const words = (bodyFile: string) => [
  '-sS',
  'http://127.0.0.1:8471/v3/payments/pos',
  '-H',
  'Authorization: Bearer key-1',
  '-H',
  'Content-Type: application/json',
  '-d',
  `@${bodyFile}`,
];

/** How cmd hands a line on, and the program splits it: quotes group, and the line has nothing that cmd acts upon. */
function splitByCmd(line: string): readonly string[] {
  expect(line).not.toMatch(/['^%!\n]|\\"/);
  expect(line.replaceAll(/"[^"]*"/g, '')).not.toMatch(/[&|<>()]/);
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** PowerShell: double quotes group, and would insert a variable; a bare word may not begin with @. */
function splitByPowerShell(line: string): readonly string[] {
  expect(line).not.toMatch(/[$`]/);
  const bare = line.replaceAll(/"[^"]*"/g, '');
  expect(bare).not.toMatch(/[@;&|<>(){}'#,]/);
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}

describe('on Windows', () => {
  const line = curlLine(call('out\\sandbox\\my shop\\payment.json'), 'win32');
  test.each([
    ['cmd', splitByCmd],
    ['PowerShell', splitByPowerShell],
  ])('%s reads the line as it is meant', (_shell, split) => {
    expect(split(line)).toEqual(['curl.exe', ...words('out\\sandbox\\my shop\\payment.json')]);
  });
});

describe.skipIf(process.platform === 'win32')('elsewhere', () => {
  test.each(['out/sandbox/payment.json', '/tmp/it\'s/a $HOME `id` "x" \\ !/payment.json'])(
    'sh reads %s as it is',
    (file) => {
      const line = curlLine(call(file), 'linux').replace(/^curl /, '');
      const said = execFileSync('sh', ['-c', `for word in ${line}; do printf '%s\\0' "$word"; done`], {
        encoding: 'utf8',
      });
      expect(said.split('\0').slice(0, -1)).toEqual(words(file));
    },
  );
});
