import { afterEach, expect, test } from 'vitest';
import type { PaymentId, RefundId } from '../../main/domain/payment-service.ts';
import { createPaymentService } from '../../main/service/client.ts';
import { JwksCache } from '../../main/service/jwks-cache.ts';
import { createReachability } from '../../main/service/reachability.ts';
import { createSigner } from '../../main/service/request-signer.ts';
import { createUndiciTransport } from '../../main/service/undici-transport.ts';
import { createCountingRandom } from '../base/counting-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { settingsFor } from './client-under-test.ts';
import { type Loopback, serveHttp } from './loopback-server.ts';
import { payment, refund } from './sample-responses.ts';
import { config, merchantKey } from './vectors.ts';

/** Exactly 24 characters each: the specification names no alphabet. */
const ids = [
  ['dots and slashes', '../../../v3/payments/pos'],
  ['a query', '0123456789?size=1&page=2'],
  ['a fragment', '0123456789abcdef#0123456'],
  ['percent signs', '%2e%2e%2f%00%zz%%%%%%abc'],
  ['blanks and quotes', ' "quoted" and \\ spaced  '],
  ['backslashes', '..\\..\\..\\..\\..\\..\\..\\..\\'],
  ['letters beyond ASCII', 'Zoë-€-ﬁ-漢字-🎉-0123456789a'],
] as const;

const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

/** The client as the app builds it, against a server that notes each request line as it came. */
async function setUp(answer: (url: string) => object) {
  const seen: { readonly url: string; readonly claim: unknown }[] = [];
  const server: Loopback = await serveHttp((request, response) => {
    const url = request.url ?? '';
    const [header = ''] = String(request.headers['signature']).split('.');
    const claims = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>;
    seen.push({ url, claim: claims[`${config.claimPrefix}/path`] });
    // The clock here stands at another time than this machine's.
    response.sendDate = false;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(url)));
  });
  const settings = settingsFor();
  const transport = createUndiciTransport(settings.tuning);
  cleanup.push(
    async () => server[Symbol.asyncDispose](),
    () => transport.close(),
  );
  const clock = new VirtualClock();
  const log = { info: () => undefined, warn: () => undefined };
  const service = createPaymentService({
    settings: { ...settings, service: { ...settings.service, baseUrl: server.origin } },
    signer: createSigner({ signingKey: merchantKey, ...config }),
    transport,
    jwks: new JwksCache({ url: `${server.origin}/keys`, transport, clock, log }),
    clock,
    random: createCountingRandom(),
    log,
    reachability: createReachability(settings.service.baseUrl, clock),
  });
  return { service, seen };
}

test.each(ids)('an id with %s is one piece of the path, and the signature says the very same', async (_name, id) => {
  expect([...id]).toHaveLength(24);
  const { service, seen } = await setUp(() => ({ ...payment, status: 'CANCELLED', paymentId: id }));
  await expect(service.readPayment(id as PaymentId, { retry: 'never' })).resolves.toMatchObject({ paymentId: id });
  await service.cancelPayment(id as PaymentId);
  await service.acknowledge(id as PaymentId, { amount: 1250 });
  expect(seen.map(({ url }) => url.split('/').map(decodeURIComponent))).toEqual([
    ['', 'v3', 'payments', id],
    ['', 'v3', 'payments', id],
    ['', 'v3', 'payments', id, 'acknowledge'],
  ]);
  for (const { url, claim } of seen) expect(claim).toBe(url);
});

test.each(ids)('a refund of an id with %s is read under that id', async (_name, id) => {
  const { service, seen } = await setUp(() => ({ ...refund, paymentId: id, refundId: id }));
  const read = service.readRefund(id as PaymentId, id as RefundId, { retry: 'never' });
  await expect(read).resolves.toMatchObject({ paymentId: id, refundId: id });
  expect(seen[0]?.url.split('/').map(decodeURIComponent)).toEqual(['', 'v3', 'payments', id, 'refunds', id]);
  expect(seen[0]?.claim).toBe(seen[0]?.url);
});

test('half of a character is no id: no path can carry it', async () => {
  const { service, seen } = await setUp(() => ({ ...payment, paymentId: `\ud800${'a'.repeat(23)}` }));
  const broken = `\ud800${'a'.repeat(23)}` as PaymentId;
  await expect(service.readPayment(broken)).rejects.toMatchObject({ code: 'invalid.id.length', acted: 'no' });
  const read = service.readPayment('a'.repeat(24) as PaymentId, { retry: 'never' });
  await expect(read).rejects.toMatchObject({ code: 'answer.schema' });
  expect(seen).toHaveLength(1);
});
