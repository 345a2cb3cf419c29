import { expect, test } from 'vitest';
import { TillError } from '../../../main/base/till-error.ts';
import { type Check, type Found, ok, warning } from '../../../main/support/checks/check.ts';
import { createChecks, type Round } from '../../../main/support/checks/checks.ts';
import { type CheckId, checksCalls } from '../../../preload/contract/checks.ts';
import { VirtualClock } from '../../base/virtual-clock.ts';

/** Checks with the given findings after `after` ms; `never` has no finding. */
function checksOf(
  clock: VirtualClock,
  what: Readonly<Partial<Record<CheckId, { after: number; found: Found | Error | 'never' }>>>,
) {
  const closed: number[] = [];
  const seen: string[] = [];
  const begin = (): Round => ({
    checks: Object.entries(what).map(
      ([id, { after, found }]): Check => ({
        id: id as CheckId,
        run: () =>
          new Promise((resolve, reject) => {
            clock.after(after, () => {
              if (found === 'never') return;
              if (found instanceof Error) reject(found);
              else resolve(found);
            });
          }),
      }),
    ),
    close: async () => void closed.push(clock.now()),
  });
  const checks = createChecks({ clock, version: '1.2.3', begin, found: ({ id }) => seen.push(id) });
  return { checks, closed, seen };
}

test('runs in parallel; silent checks time out, errors have codes', async () => {
  const clock = new VirtualClock();
  const { checks, closed } = checksOf(clock, {
    versions: { after: 1, found: ok('versions.told', { version: '1' }) },
    keychain: { after: 10, found: new TillError('keychain.locked', 'x', { values: { why: 'y' } }) },
    dns: { after: 0, found: 'never' },
    disk: { after: 3_000, found: warning('disk.slow', { syncMs: 200 }) },
  });
  const at = clock.now();
  const running = checks.run();
  await clock.advance(8_000);
  const report = checksCalls['checks.read'].answer.shape.report.unwrap().parse(await running);
  expect(report).toMatchObject({ at, version: '1.2.3' });
  expect(report.checks.map(({ id, state, finding, ms }) => [id, state, finding, ms])).toEqual([
    ['keychain', 'failed', 'keychain.locked', 10],
    ['dns', 'failed', 'no-answer', 8_000],
    ['disk', 'warning', 'disk.slow', 3_000],
    ['versions', 'ok', 'versions.told', 1],
  ]);
  expect(report.checks[0]?.values).toEqual({ reason: 'keychain.locked', why: 'y' });
  expect(closed).toHaveLength(1);
});

test('shows each result at once and can repeat a single check', async () => {
  const clock = new VirtualClock();
  const { checks, seen } = checksOf(clock, {
    clock: { after: 100, found: ok('clock.right') },
    journal: { after: 900, found: ok('journal.whole') },
  });
  expect(checks.view()).toEqual({ running: [], report: null });
  checks.begin();
  expect(checks.view().running).toEqual(expect.arrayContaining(['clock', 'journal']));
  await clock.advance(200);
  expect(checks.view().running).toEqual(['journal']);
  expect(checks.view().report?.checks.map(({ id }) => id)).toEqual(['clock']);
  checks.begin();
  await clock.advance(900);
  expect(checks.view()).toMatchObject({ running: [] });
  expect(seen).toEqual(['clock', 'clock', 'journal']);
  checks.begin('clock');
  expect(checks.view().report?.checks.map(({ id }) => id)).toEqual(['journal']);
  await clock.advance(200);
  expect(checks.view().report?.checks.map(({ id }) => id)).toEqual(['clock', 'journal']);
  expect(seen).toEqual(['clock', 'clock', 'journal', 'clock']);
});

test('aborting or closing leaves no check running', async () => {
  const clock = new VirtualClock();
  const { checks, closed } = checksOf(clock, { dns: { after: 0, found: 'never' } });
  const stop = new AbortController();
  const running = checks.run(stop.signal);
  stop.abort();
  expect((await running).checks).toMatchObject([{ id: 'dns', state: 'skipped', finding: 'broken-off' }]);
  checks.begin();
  await checks.close();
  expect(closed).toHaveLength(2);
  checks.begin();
  expect(checks.view().running).toEqual([]);
});

test('cuts long foreign texts', async () => {
  const clock = new VirtualClock();
  const { checks } = checksOf(clock, {
    tls: { after: 0, found: ok('tls.trusted', { issuer: 'x'.repeat(5_000), days: 3 }) },
  });
  const running = checks.run();
  await clock.advance(1);
  const [found] = (await running).checks;
  expect(found?.values).toEqual({ issuer: 'x'.repeat(400), days: 3 });
});
