import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { systemRandom } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import { startCallbackListener } from '../../main/callback/listener.ts';
import type { PaymentId, RefundId } from '../../main/domain/payment-service.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { createLog, type LevelledLog, surviveUncaughtErrors } from '../../main/support/log.ts';
import { createNotices } from '../../main/windows/notices.ts';
import { windowNotices } from '../../main/windows/window-notices.ts';
import { type CallName, calls } from '../../preload/contract/contract.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { provisioningFile } from '../provisioning/sample-provisioning-file.ts';
import { provisioningWith } from '../provisioning/stub-provisioning.ts';
import { createTill, json, signed, text } from '../service/client-under-test.ts';
import { recordOf } from '../settings/terminal-with-record.ts';
import { tillWithHandlers } from '../windows/ipc-handlers/till-with-handlers.ts';
import { disguised, foundIn, secrets, wordNames } from './planted-secrets.ts';

/** Number of planted secrets. Each event has a secret in every external value. */
let events = 0;
const lines: string[] = [];
let log: LevelledLog;

/** Returns the next secret in a different notation each time. */
function planted(): string {
  events += 1;
  return disguised(secrets[events % secrets.length] ?? '', Math.floor(events / secrets.length));
}

function logging(raised: boolean): LevelledLog {
  const made = createLog({ write: (line) => void lines.push(line), close: () => undefined });
  made.raise(raised);
  return made;
}

beforeAll(() => {
  log = logging(true);
});

/** Returns a value for a schema, with a secret in every text. */
function sample(schema: unknown, depth = 0): unknown {
  const {
    type,
    properties,
    items,
    enum: choices,
    const: fixed,
    anyOf,
    oneOf,
    format,
    pattern,
  } = schema as Record<string, never>;
  if (fixed !== undefined) return fixed;
  if (choices !== undefined) return choices[0];
  const [first] = (anyOf ?? oneOf ?? []) as readonly unknown[];
  if (first !== undefined) return sample(first, depth);
  if (type === 'object' && properties !== undefined && depth < 6)
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, sample(member, depth + 1)]));
  if (type === 'array') return items === undefined ? [planted()] : [sample(items, depth + 1)];
  if (type === 'integer' || type === 'number') return 20;
  if (type === 'boolean') return true;
  if (format === 'uuid' && events % 2 === 0) return '00000000-0000-4000-8000-000000000000';
  if (typeof pattern === 'string' && pattern === '^\\d{4,8}$') return planted();
  return planted();
}

test('the detector finds each secret in each notation', () => {
  for (const secret of secrets)
    for (let way = 0; way < 8; way += 1) {
      const line = JSON.stringify({ msg: `before ${disguised(secret, way)} after` });
      expect([secret, way, foundIn(line)]).toEqual([secret, way, expect.arrayContaining([secret])]);
    }
});

test('plants secrets in calls of the windows', async () => {
  const { call, logged, log: tillLog, till } = await tillWithHandlers({ pin: '471147' });
  tillLog.raise(true);
  for (let round = 0; round < 3; round += 1)
    for (const name of Object.keys(calls) as CallName[]) {
      // The first round is a cashier's: refusals are logged as well.
      if (round > 0 && till.roles.current() === 'cashier') await till.roles.unlock('471147');
      if (name === 'pack.prepare' || name === 'updates.install') continue;
      const ask = sample(z.toJSONSchema(calls[name].ask, { io: 'input', unrepresentable: 'any' }));
      await call(name, ask as object);
      await call(planted() as CallName, { [planted()]: planted() });
    }
  lines.push(...logged);
});

const id = 'fccd268a29a0d347301ef56e' as PaymentId;

/** Returns possible answers of the service and of proxies, with `put` in place of every text. */
function answersWith(put: () => string) {
  const payment = () => ({
    paymentId: id,
    status: put(),
    amount: 1250,
    currency: 'EUR',
    createdAt: '2026-03-09T10:15:30.250Z',
    debtor: { name: put(), iban: put() },
    message: put(),
    description: put(),
  });
  const trouble = () => ({
    code: put(),
    message: `Debtor ${put()} is blocked`,
    title: put(),
    error: put(),
    [put()]: 1,
  });
  const answers = [
    () => json(200, payment()),
    () => json(200, { ...payment(), amount: put() }),
    () => json(200, { ...trouble(), amount: put() }),
    () => json(400, trouble()),
    () => json(400, { ...trouble(), code: 'REFUSED' }),
    () => json(403, trouble(), { 'www-authenticate': `Bearer error="${put()}"` }),
    () => json(422, { ...trouble(), debtor: { name: put() } }),
    () => json(500, { error: put() }),
    () => text(502, `<html><h1>502 ${put()}</h1><p>${put()}</p></html>`),
    () => text(200, `<html><h1>${put()}</h1><p>Payer ${put()} refused</p></html>`),
    () => text(200, `{"debtor":{"name":"${put()}`, { 'content-type': put() }),
    () => text(200, put(), { 'content-encoding': put() }),
    () => text(302, '', { location: `https://elsewhere.test/?token=${put()}` }),
  ];
  return { payment, answers };
}

type Answered = (...of: Parameters<Parameters<typeof createTill>[0]>) => ReturnType<Parameters<typeof createTill>[0]>;

async function askAll(to: LevelledLog, answer: Answered): Promise<void> {
  const till = createTill(answer, { apiKey: () => 'tk_live_9fXq27LmZv81' });
  const { service } = till;
  const asked = { posId: 'POS01', shopId: 'S', shopName: 'S', amount: 1250, reference: 'R1' };
  const tries = [
    () => service.readPayment(id),
    () => service.cancelPayment(id),
    () => service.readRefundIban(id),
    () => service.readRefund(id, id as unknown as RefundId),
    () => service.createStaticQr(service.prepareStaticQr(asked as never)),
  ];
  for (const attempt of tries)
    await attempt().catch((thrown: unknown) => {
      if (thrown instanceof TillError) to.warn(thrown, { thrown });
    });
  for (const { facts } of till.logged) to.warn('Retry scheduled', facts);
}

test('plants secrets in answers of the service and of proxies', async () => {
  const { payment, answers } = answersWith(planted);
  const reset = () => {
    throw new TillError('network.reset', `socket hang up at https://till:${planted()}@proxy.test/?key=${planted()}`);
  };
  for (let round = 0; round < 4; round += 1)
    for (const answer of [...answers, reset])
      await askAll(log, (request, side) => (round === 3 ? signed(request, side, 200, payment()) : answer()));
});

test('payer names equal to till words are never logged', async () => {
  const told: string[] = [];
  const to = createLog({ write: (line) => void told.push(line), close: () => undefined });
  // Notations in which a name remains a word: plain, JSON, split and capitals.
  for (const name of wordNames)
    for (const way of [0, 4, 6, 7]) {
      const { payment, answers } = answersWith(() => disguised(name, way));
      for (const answer of answers) await askAll(to, () => answer());
      await askAll(to, (request, side) => signed(request, side, 200, payment()));
    }
  let sent = 0;
  const next = () => {
    sent += 1;
    return disguised(wordNames[sent % wordNames.length] ?? '', Math.floor(sent / wordNames.length));
  };
  await sendCallbacks(to, next, () => 'not the issuer');
  to.error('internal', { thrown: thrownBy(() => JSON.parse('{"name":Grace Page}')) });
  expect(told.length).toBeGreaterThan(500);
  const where = wordNames.map((name) => told.find((line) => foundIn(line, [name]).length > 0));
  expect(where).toEqual(wordNames.map(() => undefined));
  // No part of a name may be logged either.
  expect(told.filter((line) => /\b(?:grace|mark|young|banks|drew|gray)\b/i.test(line))).toEqual([]);
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    return thrown;
  }
}

/** Sends callbacks with `put` in place of every text; `fault` returns the reason for refusing a signature. */
async function sendCallbacks(to: LevelledLog, put: () => string, fault: () => string): Promise<void> {
  const clock = new VirtualClock();
  for (let round = 0; round < 12; round += 1) {
    const listener = await startCallbackListener({
      listen: { host: '127.0.0.1', port: 0 },
      urls: [],
      verify: async () => {
        if (round % 3 === 0) throw new TillError('verify.issuer', fault());
        return { kid: put(), jti: put(), issuedAt: 0, rememberUntil: 0 };
      },
      accept: async () => ({ known: false, why: 'another-pos' }) as never,
      seen: { isSeen: () => false, seenJti: () => false },
      unproven: () => undefined,
      clock,
      log: to,
    });
    const { host, port } = listener.address;
    const bodies = [
      {
        paymentId: 'fccd268a29a0d347301ef56e',
        currency: 'EUR',
        amount: 1250,
        createdAt: '2026-03-09T10:15:30.250Z',
        status: 'SUCCEEDED',
        debtor: { name: put(), iban: put() },
      },
      { paymentId: put(), status: put() },
    ];
    for (const body of [...bodies.map((one) => JSON.stringify(one)), put()])
      await fetch(`http://${host}:${port}/callback?key=${encodeURIComponent(put())}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', signature: encodeURIComponent(put()) },
        body,
      }).then((answer) => answer.text());
    await listener.close();
  }
}

test('plants secrets in requests to the callback listener', () => sendCallbacks(log, planted, planted));

test('plants secrets in contents and names of provisioning files', async () => {
  const { folder } = await tillWithHandlers();
  for (let round = 0; round < 12; round += 1) {
    const clock = new VirtualClock();
    const store = openSettings(join(folder, `terminal-${round}.json`), { clock, random: systemRandom });
    const provision = provisioningWith({
      clock,
      store,
      save: recordOf(store, async () => memoryKeychain()).save,
      log,
    });
    const file = provisioningFile();
    const texts = [
      JSON.stringify({ ...file, shop: { shopId: planted(), shopName: planted() }, managerPin: planted() }),
      JSON.stringify({ ...file, keys: { signingKey: { ...file.keys.signingKey, d: planted() }, apiKey: planted() } }),
      JSON.stringify({ [planted()]: planted() }),
      `{"managerPin": ${planted()}`,
    ];
    const path = join(folder, `${planted().replaceAll(/[^\p{L}\p{N} _.-]/gu, '_')}.json`);
    writeFileSync(path, texts[round % texts.length] ?? '');
    await provision.atStart(path).catch((thrown: unknown) => log.error('internal', { thrown, name: path }));
  }
});

test('plants secrets in uncaught errors and errors of libraries', () => {
  const running = new EventEmitter();
  surviveUncaughtErrors(running, log, () => undefined);
  const { report, onPrint, onChildEnd } = windowNotices(
    createNotices(() => undefined),
    log,
  );
  for (let round = 0; round < 60; round += 1) {
    const error = new Error(`Cannot use ${planted()} of ${planted()}`, { cause: new Error(planted()) });
    error.stack = `${error.name}: ${error.message}\n    at ${planted()} (/home/${planted()}/out/main/index.js:12:34)`;
    running.emit('uncaughtException', error);
    running.emit('unhandledRejection', planted());
    try {
      JSON.parse(`{"pin": ${planted()}}`);
    } catch (thrown) {
      running.emit('unhandledRejection', thrown);
      report({ code: 'internal', cause: thrown });
    }
    onPrint({ kind: 'failed', reason: planted() });
    onChildEnd(planted(), planted());
  }
});

test('plants secrets in foreign fields and addresses', () => {
  const fields = ['name', 'raw', 'serviceCode', 'status', 'thrown', 'url'] as const;
  for (let round = 0; round < 60; round += 1) {
    for (const field of fields) log.debug('Window call', { [field]: planted() });
    log.warn('Fetching the keys of the payment service failed', {
      url: `https://till:${encodeURIComponent(planted())}@keys.test/${encodeURIComponent(planted())}?token=${encodeURIComponent(planted())}#${planted()}`,
    });
    log.info('internal', { thrown: `/media/${planted()}/${planted()}.json` });
  }
});

test('no planted secret is in the log', () => {
  expect(secrets).toHaveLength(30);
  expect(events).toBeGreaterThan(1_000);
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.some((line) => line.includes('"level":20'))).toBe(true);
  const found = foundIn(lines.join(''));
  const where = found.map((secret) => [secret, lines.find((line) => foundIn(line).includes(secret))?.slice(0, 400)]);
  expect(where).toEqual([]);
});
