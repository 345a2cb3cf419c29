import { describe, expect, test } from 'vitest';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { isDone, writeDue } from '../../main/sale/next-task.ts';
import {
  absent,
  asked,
  ended,
  fresh,
  known,
  PMA,
  problem,
  read,
  searched,
  searching,
  told,
  unknown,
  waiting,
} from './sale-states.ts';

describe('whether something is left to do about a sale', () => {
  const settled: SaleRecord = { ...ended('CANCELLED'), settled: true };

  test.each<readonly [string, SaleRecord, 'asked' | 'left alone', boolean]>([
    ['one that has just begun is created', fresh(), 'left alone', false],
    ['one of unknown outcome is followed', told(searching), 'left alone', false],
    ['one that is nowhere is followed', told(searching, absent), 'left alone', false],
    ['one that is known is followed', known(), 'left alone', false],
    ['one that was refused is over', told({ type: 'creation-refused', problem }), 'asked', true],
    ['one of which nothing is expected is over', settled, 'left alone', true],
    ['one that a person asks about is followed', settled, 'asked', false],
  ])('%s', (_name, sale, person, done) => {
    expect(isDone(sale, person === 'asked')).toBe(done);
  });
});

describe('what the service has to be told', () => {
  const both: SaleRecord = {
    ...waiting(),
    acknowledge: 'due',
    cancel: 'asked',
    cancelBy: 'cashier',
    cancelDue: 'send',
  };

  test.each<readonly [string, SaleRecord, string | undefined]>([
    ['nothing before the payment is known', told(searching, asked), undefined],
    ['nothing of a sale that just waits', known(), undefined],
    ['a cancel that was asked', known(asked), 'cancel'],
    ['no cancel whose outcome is being read', known(asked, unknown), undefined],
    ['an acknowledgement', known(read(PMA)), 'acknowledge'],
    ['an acknowledgement, before a cancel', both, 'acknowledge'],
    ['no acknowledgement twice', known(read(PMA), { type: 'acknowledged' }), undefined],
    ['no acknowledgement after the end', known(read(PMA), read('EXPIRED')), undefined],
    [
      'a cancel of a payment that turned up after it was given up',
      told(searching, absent, searched('PENDING')),
      'cancel',
    ],
  ])('%s', (_name, sale, write) => {
    expect(writeDue(sale)?.write).toBe(write);
  });
});
