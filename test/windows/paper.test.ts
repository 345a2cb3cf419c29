import { expect, test } from 'vitest';
import { printOutcome } from '../../main/windows/paper.ts';

test('printed is printed', () => {
  expect(printOutcome(true, '')).toEqual({ kind: 'printed' });
});

test.each(['Print job canceled', 'cancelled'])('“%s”: the person closed the dialog, which is no failure', (reason) => {
  expect(printOutcome(false, reason)).toEqual({ kind: 'cancelled' });
});

test.each(['No printers available on the network', 'Failed to enumerate printers', 'No valid printers available'])(
  '“%s”: there is no printer to print on',
  (reason) => {
    expect(printOutcome(false, reason)).toEqual({ kind: 'no-printer', reason });
  },
);

test('“Invalid deviceName provided”: the printer that was asked for is gone, and others may be there', () => {
  const reason = 'Invalid deviceName provided';
  expect(printOutcome(false, reason)).toEqual({ kind: 'printer-gone', reason });
});

test.each(['Print job failed', 'Invalid printer settings', ''])('“%s”: the print failed', (reason) => {
  expect(printOutcome(false, reason)).toEqual({ kind: 'failed', reason });
});
