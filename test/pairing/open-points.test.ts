import { describe, expect, it } from 'vitest';
import { type Choices, openPoints, type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { aDayAtTheTill, all } from './a-day-at-the-till.ts';
import { ourClient } from './client-over-sockets.ts';
import { accessTo } from './sandbox-access.ts';

/** Every choice that the specification leaves to a service, each taken otherwise than the sandbox usually does. */
const otherwise = Object.entries(openPoints).flatMap(([name, row]) =>
  'options' in row ? row.options.slice(1).map((option) => [name, option, { [name]: option }] as const) : [],
);

/** What a till has to be told of such a choice. */
function toldOf(picks: Partial<Choices>, sandbox: Sandbox): Parameters<typeof ourClient>[1] {
  if (picks.pathClaim === 'path-and-query') return { pathClaim: picks.pathClaim };
  if (picks.reconciliationAnswerIssuer === 'merchant-id') return { reconciliationIssuer: sandbox.profile.merchantId };
  return {};
}

describe('where the specification leaves a choice, the till works with either', () => {
  it.each(otherwise)('%s: %s', async (_name, _option, picks: Partial<Choices>) => {
    const sandbox = await startSandbox({ pace: { settleMs: 0, refundMs: 0 }, picks });
    const client = ourClient(accessTo(sandbox), toldOf(picks, sandbox));
    try {
      await aDayAtTheTill(sandbox, client);
    } finally {
      await client[Symbol.asyncDispose]();
      await sandbox.close();
    }
  });
});

/** The base address of a service behind a gateway has a path of its own. */
describe.each(['with-prefix', 'without-prefix'] as const)(
  'a base URL with a path, which is signed %s',
  (pathClaimPrefix) => {
    it.each(['path', 'path-and-query'] as const)('as %s', async (pathClaim) => {
      const sandbox = await startSandbox({
        pace: { settleMs: 0, refundMs: 0 },
        picks: { pathClaim, pathClaimPrefix },
        prefix: '/gateway/psp',
      });
      const access = accessTo(sandbox);
      const client = ourClient({ ...access, baseUrl: `${access.baseUrl}/` }, { pathClaim, pathClaimPrefix });
      const mistaken = pathClaimPrefix === 'with-prefix' ? 'without-prefix' : 'with-prefix';
      const wrong = ourClient(access, { pathClaim, pathClaimPrefix: mistaken });
      try {
        await aDayAtTheTill(sandbox, client);
        await expect(all(wrong.service.payouts({}, { retry: 'never' }))).rejects.toMatchObject({ status: 401 });
      } finally {
        await wrong[Symbol.asyncDispose]();
        await client[Symbol.asyncDispose]();
        await sandbox.close();
      }
    });
  },
);
