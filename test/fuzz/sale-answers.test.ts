import { expect, test } from 'vitest';
import { openJournal } from '../../main/journal/journal.ts';
import { Sales } from '../../main/sale/sales.ts';
import { createPaymentService } from '../../main/service/client.ts';
import { JwksCache } from '../../main/service/jwks-cache.ts';
import { createReachability } from '../../main/service/reachability.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../main/service/transport.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import type { SaleView } from '../../preload/contract/views.ts';
import fc from '../base/properties.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { MemoryDisk } from '../journal/disks.ts';
import { silent } from '../sale/counter.ts';
import { json, settingsFor } from '../service/client-under-test.ts';
import { creation, payment } from '../service/sample-responses.ts';
import { standInSigner } from '../simulation/service/stand-in-signatures.ts';

/** One answer of a service gone wrong: a member somewhere made something else, bytes that are nothing, or any status. */
type Lie =
  | { readonly kind: 'member'; readonly path: readonly number[]; readonly put: unknown }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'status'; readonly status: number };

const lie: fc.Arbitrary<Lie> = fc.oneof(
  fc.record({
    kind: fc.constant('member' as const),
    path: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    // No false answer may say that the customer paid: the till would have to believe it.
    put: fc.jsonValue({ maxDepth: 1 }).filter((value) => !JSON.stringify(value).includes('SUCCEEDED')),
  }),
  fc.record({ kind: fc.constant('bytes' as const), bytes: fc.uint8Array({ maxLength: 60 }) }),
  fc.record({ kind: fc.constant('status' as const), status: fc.integer({ min: 200, max: 599 }) }),
);

/** A service that answers falsely as often as it was told to, and truthfully after that. */
class LyingService implements Transport {
  readonly #lies: Lie[];
  readonly #clock: VirtualClock;
  #made: { readonly amount: number; readonly reference: string; readonly createdAt: number } | undefined;
  status = 'PENDING';

  constructor(lies: readonly Lie[], clock: VirtualClock) {
    this.#lies = [...lies];
    this.#clock = clock;
  }

  stopLying(): void {
    this.#lies.length = 0;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const truth = this.#answer(request);
    const next = this.#lies.shift();
    switch (next?.kind) {
      case undefined:
        return truth;
      case 'member':
        return json(truth.status, withOther(JSON.parse(new TextDecoder().decode(truth.body)), next.path, next.put));
      case 'bytes':
        return { ...truth, body: next.bytes };
      case 'status':
        return { ...truth, status: next.status };
    }
  }

  async close(): Promise<void> {
    this.stopLying();
  }

  #answer(request: HttpRequest): HttpResponse {
    if (request.path === '/v3/payments/pos') {
      const { amount, reference } = JSON.parse(request.body ?? '{}') as { amount: number; reference: string };
      this.#made = { amount, reference, createdAt: this.#clock.now() };
      return json(201, { ...creation, ...this.#times(), amount, reference });
    }
    const details = { ...payment, ...this.#times(), ...this.#made, ...this.#times(), status: this.status };
    if (request.path !== '/v3/payments/search') return json(200, details);
    return json(200, { size: 1, totalPages: 1, totalElements: 1, number: 0, details: [details] });
  }

  #times() {
    const createdAt = this.#made?.createdAt ?? 0;
    const iso = (ms: number) => new Date(ms).toISOString();
    return { createdAt: iso(createdAt), expiresAt: iso(createdAt + 900_000), expireAt: iso(createdAt + 900_000) };
  }
}

function withOther(value: unknown, path: readonly number[], put: unknown): unknown {
  const [index, ...rest] = path;
  if (index === undefined || typeof value !== 'object' || value === null) return put;
  const members = Object.entries(value);
  const chosen = members[index % Math.max(members.length, 1)]?.[0];
  const changed = members.map(([name, member]) => [name, name === chosen ? withOther(member, rest, put) : member]);
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

function tillOn(service: LyingService, clock: VirtualClock): Sales {
  const settings = settingsFor();
  const random = new SeededRandom(5);
  const log = { info: () => undefined, warn: () => undefined };
  return new Sales({
    service: createPaymentService({
      settings,
      signer: standInSigner,
      transport: service,
      jwks: new JwksCache({ url: settings.service.jwksUrl, transport: service, clock, log }),
      clock,
      random,
      log,
      reachability: createReachability(settings.service.baseUrl, clock),
    }),
    journal: openJournal({
      file: 'journal',
      disk: new MemoryDisk(),
      clock,
      random,
      terminal: { terminalId: 'till-1', shopId: 'shop-7', posId: 'TILL42' },
    }),
    clock,
    random,
    log: silent,
    terminal: { posId: 'TILL42', shopId: 'shop-7', shopName: 'Bakkerij', chargeWith: 'static-qr' },
    importRefunds: async () => undefined,
  });
}

/** Longer than any wait of the till between two questions. */
const A_WHILE_MS = 180_000;

test('whatever the service answers, a sale is never shown paid that is not, and is paid once it says so', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(lie, { minLength: 1, maxLength: 12 }), async (lies) => {
      const clock = new VirtualClock();
      const service = new LyingService(lies, clock);
      const sales = tillOn(service, clock);
      const { saleId } = await sales.start({ amount: 1250 as Cents });
      const shown = (): SaleView => {
        const view = sales.get(saleId);
        if (view === undefined) throw new Error('the sale is gone');
        if (view.problem !== undefined) expect(view.problem.code).toMatch(/^[a-z]+\.[a-z.-]+$|^aborted$/);
        expect(view.problem?.code).not.toBe('internal');
        return view;
      };
      for (let second = 0; second < 60; second += 1) {
        await clock.advance(1_000);
        expect(shown().stage).not.toBe('paid');
        expect(shown().amount).toBe(1250);
      }
      service.stopLying();
      service.status = 'SUCCEEDED';
      await clock.advance(A_WHILE_MS);
      const last = shown();
      // A creation that the service refused is not searched for: no answer said anything else.
      if (last.paymentId === undefined) expect(last).toMatchObject({ stage: 'failed', ending: 'never-created' });
      else expect(last.stage).toBe('paid');
      const closing = sales.close();
      await clock.advance(100);
      await closing;
    }),
    { numRuns: 120, seed: 20_261_121 },
  );
});
