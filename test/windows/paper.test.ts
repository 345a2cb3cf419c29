import { expect, test } from 'vitest';
import { printOutcome } from '../../main/windows/paper.ts';

test('reports success as printed', () => {
  expect(printOutcome(true, '')).toEqual({ kind: 'printed' });
});

test.each(['Print job canceled', 'cancelled'])('“%s” means cancelled by the user', (reason) => {
  expect(printOutcome(false, reason)).toEqual({ kind: 'cancelled' });
});

test.each(['No printers available on the network', 'Failed to enumerate printers', 'No valid printers available'])(
  '“%s” means no printer',
  (reason) => {
    expect(printOutcome(false, reason)).toEqual({ kind: 'no-printer', reason });
  },
);

test('“Invalid deviceName provided” means the chosen printer is gone', () => {
  const reason = 'Invalid deviceName provided';
  expect(printOutcome(false, reason)).toEqual({ kind: 'printer-gone', reason });
});

test.each(['Print job failed', 'Invalid printer settings', ''])('“%s” means failed', (reason) => {
  expect(printOutcome(false, reason)).toEqual({ kind: 'failed', reason });
});
