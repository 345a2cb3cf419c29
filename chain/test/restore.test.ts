import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { onlyWhere } from '../../test/base/only-where.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import type { CallName, Sent } from '../web/contract.ts';
import { programs, systemPostgres } from './system-postgres.ts';
import { FILLED, openPage } from './web/open-page.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/chain.md'), 'utf8');
const operate = page.slice(page.indexOf('## Operate it'));
const [users = ''] = blocks('sql');
const [backup = '', restore = ''] = blocks('sh');

function blocks(language: string): string[] {
  return [...operate.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text);
}

const ADMIN = 'admin@example.org';
const DAYS = { from: '2026-11-20', to: '2026-11-27' };
/** A request for each view of the page. */
const views = {
  today: { day: '2026-11-27', environment: 'PROD' },
  tills: { show: 'all' },
  alerts: {},
  sales: { ...DAYS, show: 'found', text: 'TILL3' },
  refunds: { ...DAYS, environment: 'PROD' },
  payouts: DAYS,
  settings: { scope: { kind: 'chain' } },
  members: {},
  audit: {},
} as const satisfies { readonly [Name in CallName]?: Sent<Name> };
const names = Object.keys(views) as (keyof typeof views)[];

const system = onlyWhere('with a PostgreSQL of the system', programs !== undefined, 'npm has no pg_dump');

test('every view answers after the documented restore', system, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-drill-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = async () => {
    const superuser = await systemPostgres();
    execFileSync(join(programs ?? '', 'psql'), ['-v', 'ON_ERROR_STOP=1', superuser], { input: users, stdio: 'pipe' });
    return Object.assign(new URL(superuser), { username: 'chain', password: 'secret', pathname: '/chain' }).href;
  };
  const follow = (commands: string, url: string) =>
    execFileSync('sh', ['-ec', commands], {
      ...{ cwd: folder, stdio: 'pipe' },
      env: { ...process.env, DATABASE_URL: url, PATH: `${programs}:${process.env['PATH']}` },
    });

  const old = await server();
  await migrate(old);
  const filling = openDatabase(old);
  await filling.query(FILLED).finally(() => filling.end());
  follow(backup, old);
  const fresh = await server();
  follow(restore, fresh);
  await migrate(fresh);
  const [before, after] = [await openPage({ url: old }), await openPage({ url: fresh })];
  for (const name of names)
    expect(await after.ask(ADMIN, name, views[name]), name).toEqual(await before.ask(ADMIN, name, views[name]));
});
