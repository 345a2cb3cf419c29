import { expect, test } from 'vitest';
import { nativeWords } from '../../main/base/native-words.ts';
import { receiptOf } from '../../main/register/receipt.ts';
import de from '../../preload/contract/language/de.json' with { type: 'json' };
import en from '../../preload/contract/language/en.json' with { type: 'json' };
import fr from '../../preload/contract/language/fr.json' with { type: 'json' };
import native from '../../preload/contract/language/native/en.json' with { type: 'json' };
import nl from '../../preload/contract/language/nl.json' with { type: 'json' };
import { CounterWithRegisters, wanted } from './counter-with-registers.ts';

const live = { shopName: 'Bakkerij', environment: 'PROD', language: 'en' } as const;

async function sold(description = 'Two loaves') {
  const till = new CounterWithRegisters();
  await till.paid('A1', wanted(1250, { reference: 'ORDER 7', description }));
  const { saleId } = till.counter.sales.current() ?? { saleId: '' };
  const sale = till.counter.journal.sale(saleId);
  if (sale === undefined) throw new Error('nothing was sold');
  return { till, sale };
}

test('has lines within the paper width, and fields', async () => {
  const { sale } = await sold('A very long description of what was sold that goes on for more than two lines of paper');
  const { lines, narrowLines, fields } = receiptOf(sale, [], live);
  expect(lines.slice(0, 2)).toEqual(['Bakkerij', 'Till TILL42']);
  expect(lines).toContain('Paid                             EUR 12,50');
  expect(lines).toContain('Reference                          ORDER 7');
  expect(lines.join(' ')).toContain('goes on for more than two lines of paper');
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(42);
  expect(narrowLines).toContain('Paid                   EUR 12,50');
  for (const line of narrowLines) expect(line.length).toBeLessThanOrEqual(32);
  expect(fields).toMatchObject({ amount: '12.50', payer: 'Zoë', reference: 'ORDER 7', state: 'paid', till: 'TILL42' });
});

test('marks unconfirmed and training payments above and below', async () => {
  const { sale } = await sold();
  const unpaid = receiptOf({ ...sale, stage: 'unknown' } as typeof sale, [], { ...live, environment: 'TRAINING' });
  const marks = ['TRAINING – NO MONEY MOVED', 'PAYMENT NOT CONFIRMED'];
  expect(unpaid.lines.slice(0, 2)).toEqual(marks);
  expect(unpaid.lines.slice(-2)).toEqual(marks);
});

test('subtracts made refunds and lists pending refunds', async () => {
  const { till, sale } = await sold();
  await till.refund('R1', { amountCents: 250 });
  const refunds = till.counter.journal.refundsOf(sale.saleId);
  expect(receiptOf(sale, refunds, live).lines.join('\n')).toMatch(/On its way +EUR 2,50/);
  const made = refunds.map((refund) => ({ ...refund, stage: 'refunded' as const }));
  expect(receiptOf(sale, made, live).lines.join('\n')).toMatch(/Refunded +EUR -2,50\nRemains paid +EUR 10,00/);
});

test.each(Object.entries({ en, nl, fr, de }))('has the same texts as the windows in %s', (language, windows) => {
  const words = nativeWords(language as 'en');
  const shared = Object.keys(native).filter((key) => key in windows) as (keyof typeof native & keyof typeof en)[];
  expect(shared.length).toBeGreaterThan(25);
  for (const key of shared) expect(words(key as never, { posId: '{{posId}}' } as never)).toBe(windows[key]);
});
