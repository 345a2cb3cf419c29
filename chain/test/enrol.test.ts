import { describe, expect, test } from 'vitest';
import { TestCollector } from './collector.ts';
import { TestJournal, TestTill } from './till.ts';

async function sent(collector: TestCollector, till: TestTill, code: string) {
  const { status, body } = await collector.send(till.enrolment(code));
  return status === 201 ? body['till'] : body['code'];
}

describe('a code for several tills', () => {
  test('gives each key a number until the limit', async () => {
    const collector = await TestCollector.start();
    const code = await collector.code('shop', undefined, { most: 2 });
    const tills = [new TestTill(), new TestTill(), new TestTill()] as const;
    expect(await sent(collector, tills[0], code)).toBe(1);
    expect(await sent(collector, tills[0], code)).toBe(1);
    expect(await sent(collector, tills[1], code)).toBe(2);
    expect(await sent(collector, tills[2], code)).toBe('enrol.code-used');
    expect(await sent(collector, tills[0], code)).toBe(1);
  });

  test('refuses new tills after its expiry', async () => {
    const collector = await TestCollector.start();
    const code = await collector.code('shop', undefined, { most: 2 });
    const first = new TestTill();
    expect(await sent(collector, first, code)).toBe(1);
    collector.now += 3_600_001;
    expect(await sent(collector, new TestTill(), code)).toBe('enrol.code-expired');
    expect(await sent(collector, first, code)).toBe(1);
  });
});

describe('the merchants of a till', () => {
  const merchants = (collector: TestCollector) =>
    collector.rows('SELECT environment, merchant FROM till_merchants ORDER BY 1, 2');

  test('come from the code, whatever the till names', async () => {
    const collector = await TestCollector.start();
    const code = await collector.code('shop', undefined, { most: 2, merchants: ['bakery'] });
    const till = new TestTill();
    till.till = Number(await sent(collector, till, code));
    const bakery = [
      { environment: 'PREPROD', merchant: 'bakery' },
      { environment: 'PROD', merchant: 'bakery' },
    ];
    expect(await merchants(collector)).toEqual(bakery);
    const journal = new TestJournal();
    journal.addAny('act', '{}', collector.now);
    expect(await collector.send(till.batch(journal, 0, 1, 1))).toMatchObject({ status: 200 });
    expect(await collector.rows('SELECT kind, about FROM alerts')).toEqual([
      { kind: 'till.merchant', about: 'PROD merchant' },
    ]);
    expect(await merchants(collector)).toEqual(bakery);
  });

  test('come from the till if the code names none', async () => {
    const collector = await TestCollector.start();
    await collector.enrolled();
    expect(await merchants(collector)).toEqual([{ environment: 'PROD', merchant: 'merchant' }]);
  });
});

describe('a reinstalled till', () => {
  test('keeps its number with its old key', async () => {
    const collector = await TestCollector.start();
    const till = await collector.enrolled();
    const code = await collector.code();
    expect(await sent(collector, till, code)).toBe(till.till);
    expect(await sent(collector, new TestTill(), code)).toBe(till.till + 1);
    await collector.rows("INSERT INTO shops VALUES ('other', 'Other')");
    expect(await sent(collector, till, await collector.code('other'))).toBe(till.till + 2);
  });

  test('keeps its number with a new key', async () => {
    const collector = await TestCollector.start();
    const old = await collector.enrolled();
    const journal = new TestJournal();
    journal.addAny('act', '{}', collector.now);
    const batch = (till: TestTill) => collector.send(till.batch(journal, 0, 1, collector.now));
    expect(await batch(old)).toMatchObject({ status: 200 });
    old.counter = 0;
    expect(await collector.send(old.call('settings', { sentAt: 1 }))).toMatchObject({ status: 409 });
    expect(await collector.alerts()).toEqual(['till.counter']);
    const till = new TestTill();
    till.till = old.till;
    const code = await collector.code('shop', undefined, { keeps: old.till });
    expect(await sent(collector, till, code)).toBe(old.till);
    expect(await sent(collector, old, code)).toBe('enrol.code-used');
    expect(await batch(till)).toMatchObject({ status: 200 });
    expect(await batch(old)).toMatchObject({ body: { code: 'signature.wrong' } });
    expect(await collector.alerts()).toEqual(['till.foreign-key']);
    const noted = await collector.rows("SELECT did FROM audit WHERE till = $1 AND did LIKE 'till.enrolled%'", [
      old.till,
    ]);
    expect(noted.map(({ did }) => did)).toEqual(['till.enrolled', 'till.enrolled-again']);
  });

  test('is refused after head office has ended the till', async () => {
    const collector = await TestCollector.start();
    const { till } = await collector.enrolled();
    const code = await collector.code('shop', undefined, { keeps: till });
    await collector.rows('UPDATE tills SET ended_at = now() WHERE till = $1', [till]);
    expect(await sent(collector, new TestTill(), code)).toBe('enrol.code-unknown');
  });
});
