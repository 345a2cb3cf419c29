import { expect, test } from 'vitest';
import { judge } from '../../../tools/check-package/audit.mjs';

const shipped = [
  { folder: 'node_modules/undici', name: 'undici', version: '8.0.0' },
  { folder: 'node_modules/zod', name: 'zod', version: '4.0.0' },
];
const report = {
  vulnerabilities: {
    undici: {
      severity: 'high',
      nodes: ['node_modules/undici'],
      via: [{ title: 'Reads too far', url: 'https://advisory.example/1' }],
    },
    vitest: { severity: 'low', nodes: ['node_modules/vitest'], via: ['vite'] },
  },
};

test('fails on faults of shipped packages, only counts the others', () => {
  expect(judge(JSON.stringify(report), shipped)).toEqual({
    failed: 1,
    lines: [
      'undici 8.0.0, high: Reads too far https://advisory.example/1',
      '(1 more in packages that are not shipped: npm audit lists them.)',
    ],
  });
});

test('ignores an unshipped copy of the same package', () => {
  const elsewhere = {
    vulnerabilities: { undici: { severity: 'high', nodes: ['node_modules/a/node_modules/undici'] } },
  };
  expect(judge(JSON.stringify(elsewhere), shipped).failed).toBe(0);
});

test('a clean report counts the checked packages', () => {
  expect(judge('npm warn something\n{"vulnerabilities":{}}\n', shipped)).toEqual({
    failed: 0,
    lines: ['None known in the 2 shipped packages.'],
  });
});

test.each([
  ['nothing', ''],
  ['a refusal', '{"message":"405 Method Not Allowed","error":{"summary":""}}'],
  ['half a report', '{"vulnerabilities":{"undici":{}'],
])('reports a registry response of %s as not checked', (_what, output) => {
  expect(judge(output, shipped)).toEqual({
    failed: 0,
    lines: ['No response of the registry about vulnerabilities: not checked.'],
  });
});
