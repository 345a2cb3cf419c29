import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { playPayer } from '../../tools/demo/payer.ts';
import { freePort } from '../base/free-port.ts';
import * as http from '../register/till-client.ts';
import {
  ends,
  givenFolder,
  launchApp,
  projectRoot,
  type RunningApp,
  readQr,
  reads,
  settingsPart,
  shows,
  writePictures,
} from './harness/index.ts';
import { ZvtRegister } from './registers/zvt-register.ts';

/**
 * Two cash registers with the built app: the client generated from the OpenAPI document, and an independent ZVT client.
 */

const userDataDir = givenFolder();
const pictures = join(projectRoot, 'out/registers');
let app: RunningApp;
let zvtPort: number;
let zvt: ZvtRegister;
let options: { headers: Record<string, string> };
beforeAll(async () => {
  const port = await freePort();
  zvtPort = await freePort();
  const store = openSettings(join(userDataDir, 'terminal.json'), { clock: systemClock, random: systemRandom });
  const register = { on: true, network: false, port, refundLimit: 1_100, folder: '', zvtPort };
  store.write({ ...store.file, counter: { ...store.file.counter, register } });
  vi.stubEnv('TILL_URL', `http://127.0.0.1:${port}`);
  app = await launchApp({ userDataDir, args: ['--training'] });
});
afterAll(async () => {
  zvt?.close();
  vi.unstubAllEnvs();
  await app.stop();
});

const button = (name: string) => app.till.getByRole('button', { name, exact: true });
const goTo = (name: string) => app.till.getByRole('link', { name, exact: true }).click();
const codeShown = () => app.display.getByRole('img', { name: 'Payment QR code' }).waitFor();
const take = (step: string) => writePictures(app, pictures, step);
const bon = { amountCents: 1250, currency: 'EUR', reference: 'BON 1' } as const;

async function until(key: string, isOver: (payment: http.Payment) => boolean): Promise<http.Payment> {
  let after = 0;
  for (;;) {
    const answer = await http.getPayment(key, { after, wait: 25 }, options);
    if (answer.status !== 200) throw new Error(`${answer.status}`);
    if (isOver(answer.data)) return answer.data;
    after = answer.data.rev;
  }
}

/** The customer pays with the code on the display. */
async function customerPays(): Promise<void> {
  await codeShown();
  const code = await readQr(app.display);
  await playPayer(code, 'scan');
  await playPayer(code, 'confirm');
}

test('ZVT: refuses payments in training until a manager agrees', async () => {
  // The windows may open before the port does.
  const bytewise = await vi.waitFor(() => ZvtRegister.connect(zvtPort, 1), { timeout: 30_000 });
  expect(await bytewise.authorise(420)).toMatchObject({ end: 'aborted', code: '6b', statuses: [] });
  bytewise.close();
  await reads(app.till, 'The cash register asked for a payment. This till is in training and refused it.');
  await take('refused-in-training');

  await goTo('Settings');
  await settingsPart(app, 'Cash registers');
  await app.till.getByRole('switch', { name: 'Train with the ZVT register' }).click();
  await button('Save').click();
  await reads(app.till, 'Saved.');
});

test('HTTP: pairs, charges and is paid', async () => {
  await button('Pair a cash register').click();
  const code = await app.till.getByRole('status', { name: 'Pairing code' }).innerText();
  const paired = await http.pair({ code: code.replaceAll(/\D/g, ''), name: 'Kassa 1' });
  if (paired.status !== 201) throw new Error(paired.data.message);
  options = { headers: { Authorization: `Bearer ${paired.data.token}` } };
  await reads(app.till, 'Paired: Kassa 1.');
  await goTo('Sale');
  expect(await http.charge('bon-1', bon, options)).toMatchObject({ status: 202 });
  await codeShown();
  await reads(app.till, 'Cash register: Kassa 1');
  const busy = { status: 409, data: { code: 'register.busy', busy: { key: 'bon-1' } } };
  expect(await http.charge('bon-2', bon, options)).toMatchObject(busy);
  for (const name of ['Pay as the customer', 'Scan', 'Confirm']) await button(name).click();
  await ends(app, 'Paid', 'Paid');
  expect(await until('bon-1', ({ final }) => final)).toMatchObject({ state: 'paid', training: true });
});

test('HTTP: refunds within the limit and cancels the next payment', async () => {
  const refused = { status: 422, data: { code: 'register.refund-limit' } };
  expect(await http.refund('bon-1', 'r-1', { amountCents: 1_101 }, options)).toMatchObject(refused);
  expect(await http.refund('bon-1', 'r-1', { amountCents: 500 }, options)).toMatchObject({ status: 202 });
  await until('bon-1', ({ refundedCents }) => refundedCents === 500);
  await http.charge('bon-3', { ...bon, reference: 'BON 3' }, options);
  await codeShown();
  expect(await http.cancel('bon-3', options)).toMatchObject({ status: 202 });
  // The customer display shows the end for a few seconds only.
  await Promise.all([until('bon-3', ({ state }) => state === 'cancelled'), shows(app.display, 'Cancelled')]);
});

test('ZVT: an aborted code can no longer be paid', async () => {
  zvt = await ZvtRegister.connect(zvtPort);
  expect(await zvt.register()).toMatchObject({ end: 'completed' });
  const payment = zvt.authorise(510);
  await codeShown();
  const code = await readQr(app.display);
  expect(await zvt.abort()).toBe('800000');
  const cancelled = ends(app, 'Cancelled', 'Cancelled');
  expect(await payment).toMatchObject({ end: 'aborted', code: '6c' });
  await cancelled;
  await take('aborted');
  for (const act of ['scan', 'confirm'] as const) await playPayer(code, act);
  const { url } = await fetch(code);
  const atService = await fetch(`${url}/state`);
  expect(await atService.json()).toMatchObject({ status: 'CANCELLED' });
  expect(await zvt.repeatReceipt()).toMatchObject({ end: 'aborted', code: '6c' });
});

let receipt = '';
let trace: string | undefined;
let receiptOfNext = '';

test('ZVT: completes two payments, confirmation and command in a segment', async () => {
  const first = zvt.authorise(420);
  const next = zvt.authorise(300);
  await codeShown();
  await reads(app.till, 'Cash register: ZVT');
  await take('paying');
  await customerPays();
  const paid = await first;
  expect(paid).toMatchObject({ end: 'completed', statuses: [{ result: '00', cents: 420 }] });
  expect(paid.progress).not.toEqual([]);
  expect(paid.printed.join('\n')).toMatch(/4,20/);

  await reads(app.till, /3,00/);
  await customerPays();
  const paidNext = await next;
  expect(paidNext).toMatchObject({ end: 'completed', statuses: [{ result: '00', cents: 300 }] });
  await ends(app, 'Paid', 'Paid');
  receipt = paid.statuses[0]?.receipt ?? '';
  trace = paid.statuses[0]?.trace;
  receiptOfNext = paidNext.statuses[0]?.receipt ?? '';
  expect(Number(receiptOfNext)).toBe(Number(receipt) + 1);
});

test('ZVT: reverses by receipt number and refuses wrong amounts', async () => {
  expect(await zvt.reverse(receipt, 100)).toMatchObject({ end: 'aborted', code: 'b5', statuses: [] });
  const reversal = { result: '00', cents: 420, receipt, original: trace };
  expect(await zvt.reverse(receipt, 420)).toMatchObject({ end: 'completed', statuses: [reversal] });
  const part = { result: '00', cents: 100 };
  expect(await zvt.refund(receiptOfNext, 100)).toMatchObject({ end: 'completed', statuses: [part] });
  expect(await zvt.refund('9999', 100)).toMatchObject({ end: 'aborted', code: 'b5' });
  await goTo('Payments');
  const rows = app.till.getByRole('table', { name: 'Payments' }).getByRole('row');
  await rows.filter({ hasText: '4,20' }).getByText('Refunded').waitFor();
  await take('refunded');
});

test('both registers find their payments after a restart', async () => {
  await app.stop();
  app = await launchApp({ userDataDir, args: ['--training'] });
  const again = () => http.charge('bon-1', bon, options).catch(() => undefined);
  await expect.poll(again).toMatchObject({ status: 200, data: { state: 'paid' } });
  zvt = await ZvtRegister.connect(zvtPort);
  const last = { result: '00', cents: 300, receipt: receiptOfNext };
  expect(await zvt.repeatReceipt()).toMatchObject({ end: 'completed', statuses: [last] });
});
