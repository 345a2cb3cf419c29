import { expect, test } from 'vitest';
import { pointsInWords, pointsOf } from '../../../tools/check-electron/points.mjs';

const text = `
| | recommendation | here | shown by |
|---|---|---|---|
| 1 | Only load secure content | yes | \`test/e2e/hostile.test.ts\`: *reaches no network*; \`test/shell/x.test.ts\`: *one* |
| 2 | Another | yes | \`test/e2e/hostile.test.ts\`: *leads nowhere else* |
| 3 | A third | yes | \`test/shell/x.test.ts\`: *one* |
`;
const report = {
  testResults: [
    {
      name: 'C:\\till\\test\\e2e\\hostile.test.ts',
      assertionResults: [
        { title: 'reaches no network', fullName: 'till reaches no network', status: 'passed' },
        { title: 'reaches no network', fullName: 'display reaches no network', status: 'passed' },
        { title: 'leads nowhere else', fullName: 'till leads nowhere else', status: 'passed' },
        { title: 'leads nowhere else', fullName: 'display leads nowhere else', status: 'failed' },
      ],
    },
  ],
};

test('reads each table row as a point with its tests', () => {
  expect(pointsOf(text)[0]).toEqual({
    number: 1,
    title: 'Only load secure content',
    proofs: [
      { file: 'test/e2e/hostile.test.ts', test: 'reaches no network' },
      { file: 'test/shell/x.test.ts', test: 'one' },
    ],
  });
});

test('a point is shown when all its executed tests passed', () => {
  const [, ...lines] = pointsInWords(pointsOf(text), report);
  expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['1', 'shown here', 'Only load secure content'],
    ['2', 'NOT SHOWN', 'Another'],
    ['3', 'by npm test alone', 'A third'],
  ]);
});

test('shows nothing for a run without a report', () => {
  expect(pointsInWords(pointsOf(text), undefined).join()).not.toContain('shown here');
});
