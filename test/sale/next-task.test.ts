import { describe, expect, test } from 'vitest';
import type { SaleRecord } from '../../main/journal/sale-record.ts';
import { nextTask, writeDue } from '../../main/sale/next-task.ts';
import { fresh } from './sale-states.ts';

const sale = (more: Partial<SaleRecord>): SaleRecord => ({ ...fresh(), ...more });

describe('what is to be done about a sale', () => {
  test.each<readonly [string, Partial<SaleRecord>, boolean, boolean, string]>([
    ['one that has just begun is created', { creation: 'sending' }, true, false, 'create'],
    ['one that another process began is searched for', { creation: 'sending' }, false, false, 'interrupted'],
    ['one of unknown outcome is followed', { creation: 'unknown' }, false, false, 'follow'],
    ['one of unknown outcome is never created again', { creation: 'unknown' }, true, false, 'follow'],
    ['one that is nowhere is followed', { creation: 'absent' }, false, false, 'follow'],
    ['one that is known is followed', { creation: 'known' }, false, false, 'follow'],
    ['one that was refused is over', { creation: 'refused' }, false, true, 'done'],
    ['one of which nothing is expected is over', { creation: 'known', settled: true }, false, false, 'done'],
    ['one that a person asks about is followed', { creation: 'known', settled: true }, false, true, 'follow'],
  ])('%s', (_name, more, isFresh, isAsked, task) => {
    expect(nextTask(sale(more), isFresh, isAsked)).toBe(task);
  });
});

describe('what the service has to be told', () => {
  test.each<readonly [string, Partial<SaleRecord>, string | undefined]>([
    ['nothing before the payment is known', { creation: 'unknown', cancelDue: 'send', acknowledge: 'due' }, undefined],
    ['nothing of a sale that just waits', { creation: 'known' }, undefined],
    ['a cancel that was asked', { creation: 'known', cancelDue: 'send' }, 'cancel'],
    ['no cancel whose outcome is being read', { creation: 'known', cancelDue: 'check' }, undefined],
    [
      'an acknowledgement, before a cancel',
      { creation: 'known', cancelDue: 'send', acknowledge: 'due' },
      'acknowledge',
    ],
    ['no acknowledgement twice', { creation: 'known', acknowledge: 'done' }, undefined],
    ['no acknowledgement after the end', { creation: 'known', acknowledge: 'due', stage: 'expired' }, undefined],
    ['a cancel after the end', { creation: 'known', acknowledge: 'due', stage: 'failed', cancelDue: 'send' }, 'cancel'],
  ])('%s', (_name, more, write) => {
    expect(writeDue(sale(more))).toBe(write);
  });
});
