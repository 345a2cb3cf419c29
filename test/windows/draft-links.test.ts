import { describe, expect, test } from 'vitest';
import type { SecondStart } from '../../main/command-line/options.ts';
import { createDraftLinks } from '../../main/windows/draft-links.ts';
import { createNotices } from '../../main/windows/notices.ts';
import { firstCounter, firstRegister } from '../../preload/contract/settings-table.ts';
import type { SaleStage } from '../../preload/contract/views.ts';
import { folder } from '../base/test-folder.ts';
import { composedApp } from './composed-app.ts';

describe('a link that starts a sale', () => {
  test.each([
    ['tillmate://charge?amount=4.20', { amount: 420, reference: '', description: '' }],
    [
      'tillmate://charge/?amount=12,05&reference=ORDER-7&description=Two%20loaves',
      { amount: 1_205, reference: 'ORDER-7', description: 'Two loaves' },
    ],
    ['tillmate://charge?amount=3', { amount: 300, reference: '', description: '' }],
    ['TILLMATE://CHARGE?amount=12.5', { amount: 1_250, reference: '', description: '' }],
    ['tillmate://charge?amount=1&currency=EUR', { amount: 100, reference: '', description: '' }],
  ])('%s fills in the draft', async (link, draft) => {
    const { links } = opened();
    await links.open(link);
    expect(links.view()).toEqual({ id: 1, ...draft });
  });

  test.each([
    'tillmate://charge',
    'tillmate://charge?amount=0',
    'tillmate://charge?amount=-4.20',
    'tillmate://charge?amount=4.',
    'tillmate://charge?amount=4.200',
    'tillmate://charge?amount=1&currency=USD',
    'tillmate://charge?amount=1e3',
    'tillmate://charge?amount=999999999',
    'tillmate://charge?amount=1&amount=2',
    'tillmate://charge?amount=1&token=x',
    'tillmate://charge?amount=1&reference=%F0%9F%8D%9E',
    `tillmate://charge?amount=1&reference=${'9'.repeat(36)}`,
    'tillmate://charge?amount=1#x',
    'tillmate://refund?amount=1',
    'tillmate://charge/now?amount=1',
    'tillmate://',
    'https://charge?amount=1',
  ])('%s is malformed', async (link) => {
    const { links, notices } = opened();
    await links.open(link);
    expect(links.view()).toBeUndefined();
    expect(notices.list()).toMatchObject([{ code: 'draft.malformed' }]);
  });

  function opened({ on = true, stage }: { on?: boolean; stage?: SaleStage } = {}) {
    const notices = createNotices(() => undefined);
    const sales = { current: () => (stage === undefined ? null : { stage }) };
    const parts = {
      till: { ready: Promise.resolve(), opened: { sales } },
      store: { file: { counter: { ...firstCounter, register: { ...firstRegister, on } } } },
    } as unknown as Pick<Parameters<typeof createDraftLinks>[0], 'till' | 'store'>;
    return { notices, links: createDraftLinks({ ...parts, notices, changed: () => undefined }) };
  }

  test.each([
    ['while a sale is under way', { stage: 'waiting' }, 'amount=1', 'draft.busy'],
    ['while the end of one is unknown', { stage: 'unknown' }, 'amount=1', 'draft.busy'],
    ['where it is malformed', {}, 'amount=x', 'draft.malformed'],
    ['where it is above the maximum', {}, 'amount=99999999.99', 'draft.above-maximum'],
    ['where no register hands over amounts', { on: false }, 'amount=1', 'draft.off'],
  ] as const)('is refused with a notice %s', async (_when, state, query, code) => {
    const { links, notices } = opened(state);
    await links.open(`tillmate://charge?${query}`);
    expect(links.view()).toBeUndefined();
    expect(notices.list()).toMatchObject([{ code, action: 'dismiss' }]);
  });

  test('names the exceeded maximum in the notice', async () => {
    const { links, notices } = opened();
    await links.open('tillmate://charge?amount=99999999.99');
    expect(notices.list()).toMatchObject([{ values: { amount: 9_999_999_999, maximum: firstCounter.maximum } }]);
  });

  test('reaches the running till through a second start', async () => {
    let second: (given: SecondStart) => void = () => undefined;
    const onSecondStart = (started: typeof second) => {
      second = started;
    };
    const app = await composedApp({ folder, onSecondStart });
    app.store.write({ ...app.store.file, counter: { ...firstCounter, register: { ...firstRegister, on: true } } });
    second({ draftLink: 'tillmate://charge?amount=4.20' });
    await app.till.ready;
    await expect.poll(() => app.windows.state().handedDraft).toMatchObject({ amount: 420 });
    await app.till.close();
  });

  test('is taken once, replacing older links and notices', async () => {
    const { links, notices } = opened({ stage: 'paid' });
    await links.open('tillmate://charge?amount=x');
    await links.open('tillmate://charge?amount=1');
    await links.open('tillmate://charge?amount=2');
    expect(notices.list()).toEqual([]);
    const { id = 0 } = links.view() ?? {};
    links.take(id - 1);
    expect(links.view()).toMatchObject({ amount: 200 });
    links.take(id);
    expect(links.view()).toBeUndefined();
  });
});
