import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { counter, givenCounter } from './counter.ts';
import { reset } from './scripted-service.ts';

givenCounter();

const badRequest = (field?: string) =>
  new TillError('service.bad-request', 'status 400', { status: 400, acted: 'no', ...(field && { field }) });
const refusing = (field?: string) => counter.service.fail('create', { error: badRequest(field), acts: false });
const creations = () =>
  counter.service.calls.filter(({ operation }) => operation === 'create').map(({ detail }) => detail);
const descriptions = () => creations().map((body) => JSON.parse(body).description);
const typed = { description: 'Café & thee, tafel 4' };

describe('a description refused by the service', () => {
  test('is sent again in the basic set, both bodies journaled', async () => {
    refusing('description');
    const saleId = await counter.charge(1250, typed);
    const [intent] = counter.facts(saleId);
    await counter.clock.advance(100);
    expect(descriptions()).toEqual([typed.description, 'Caf thee, tafel 4']);
    expect(intent).toMatchObject({ body: creations()[0], basicBody: creations()[1] });
    const { reference } = counter.view(saleId);
    expect(creations().map((body) => JSON.parse(body).reference)).toEqual([reference, reference]);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', leftOut: 'é&', description: typed.description });
  });

  test('is omitted when no basic characters remain', async () => {
    refusing('description');
    await counter.waiting(1250, { description: 'é' });
    expect(descriptions()).toEqual(['é', undefined]);
  });

  test('ends the sale when refused twice', async () => {
    refusing('description');
    refusing('description');
    const saleId = await counter.waiting(1250, typed);
    expect(creations()).toHaveLength(2);
    expect(counter.view(saleId)).toMatchObject({ ending: 'never-created', problem: { field: 'description' } });
  });

  test.each([
    ['reference', typed, 'the search needs the reference that was sent'],
    [undefined, typed, 'no field is named'],
    ['description', { description: 'plain' }, 'the basic set was sent already'],
  ])('stays refused: %s, %j (%s)', async (field, draft, _reason) => {
    refusing(field);
    const saleId = await counter.waiting(1250, draft);
    expect(creations()).toHaveLength(1);
    expect(counter.view(saleId)).toMatchObject({ ending: 'never-created' });
  });

  test('leads to a search when the second request is unanswered', async () => {
    refusing('description');
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.waiting(1250, typed);
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', leftOut: 'é&' });
    expect(creations()).toHaveLength(2);
  });

  test('leads to a search after a crash between requests', async () => {
    counter.service.latencyMs = 1_000;
    refusing('description');
    const saleId = await counter.charge(1250, typed);
    await counter.clock.advance(1_500);
    counter.crash();
    await counter.clock.advance(60_000);
    expect(creations()).toHaveLength(2);
    expect(counter.view(saleId).stage).not.toBe('failed');
  });
});
