import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type CheckId, type CheckReport, checkReport } from '../../preload/checks.ts';
import { onlyOnLinux } from '../base/only-where.ts';
import { expectPage, openShop, reads, type Shop } from './harness/index.ts';
import { chooseRuntime } from './harness/runtime.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Presses the button and waits for the end of all checks; gives what the summary says. */
async function runChecks(): Promise<string> {
  const { till } = shop.app;
  const run = till.getByRole('button', { name: 'Run checks' });
  await run.waitFor();
  const summary = till.getByRole('main').getByRole('status').filter({ hasText: /./ });
  // What the last run said stands there until this one says something else, be it only another time.
  const before = (await summary.textContent()) ?? '';
  await run.click();
  await expectPage(summary).not.toHaveText(before);
  await expectPage(summary).toHaveText(/^(All is well|Works|To mend)/);
  return (await summary.textContent()) ?? '';
}

function line(name: string) {
  return shop.app.till.getByRole('list', { name: 'What was checked' }).getByRole('listitem').filter({ hasText: name });
}

test('a till that works: each check says so, and a key that the service accepts is the one that it has', async () => {
  await shop.app.till.getByRole('link', { name: 'Support' }).click();
  await shop.app.till.getByRole('tab', { name: 'Checks' }).click();
  expect(await runChecks()).not.toMatch(/^To mend/);
  await reads(line('Keychain'), 'It keeps what it is given, and gives it back.');
  await reads(line('Right to refunds'), 'answered as it should be');
  await reads(line('Signatures of the service'), 'proved that it comes from there');
  await reads(line('Public key at the provider'), 'accepted what key till-42-2026 signed');
  await reads(line('Record of payments'), 'it ends where the keychain says');
});

test('one authority is missing, answers are not the service’s, its clock is off: each is told for itself', async () => {
  const { faults } = shop.sandbox;
  faults.inject({ operation: 'readRefund', kind: 'status', status: 403, times: 1 });
  faults.inject({ operation: 'listPayouts', kind: 'wrong-signature', times: 1 });
  onTestFinished(() => faults.setClockOffset(0));
  faults.setClockOffset(90_000);
  expect(await runChecks()).toMatch(/^To mend: Right to refunds, Signatures of the service\./);
  await reads(line('Right to payments'), 'was answered');
  await reads(line('Right to refunds'), 'does not allow it to ask (status 403)');
  await reads(line('Right to payouts'), 'does not prove that it comes from the service');
  await reads(line('Signatures of the service'), 'verify.signature-mismatch');
  // An answer that was long on its way tells the time as much less surely.
  await reads(line('Clock of this machine'), /^It is (8[5-9]|9[0-5]) seconds off\./);
});

test('one check alone is looked at again, and leads to where it is mended', async () => {
  const { till } = shop.app;
  await till.getByRole('button', { name: 'Check again: Right to refunds' }).click();
  await reads(line('Right to refunds'), 'answered as it should be');
  await reads(line('Signatures of the service'), 'verify.signature-mismatch');
  await till.getByRole('button', { name: 'Go there: Signatures of the service' }).click();
  await till.getByRole('tab', { name: 'Service and keys', selected: true }).waitFor();
});

test('the service is away: one line says so, and nothing is blamed for it', async () => {
  const { till } = shop.app;
  await till.getByRole('link', { name: 'Support' }).click();
  await shop.sandbox.faults.goDown();
  onTestFinished(() => shop.sandbox.faults.comeUp());
  expect(await runChecks()).toMatch(/^To mend: Payment service\./);
  await reads(line('Right to payments'), 'The service has to answer first.');
});

/** The app as a fleet tool starts it, on the till's own folder. */
async function job(...words: readonly string[]) {
  const { command, args } = chooseRuntime();
  const child = spawn(command, [...args, `--user-data-dir=${shop.userDataDir}`, ...words]);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [status] = (await once(child, 'close')) as [number];
  return { status, out, err };
}

const stateOf = ({ checks }: CheckReport, id: CheckId) => checks.find((check) => check.id === id)?.state;

test(
  'beside the till that runs, a fleet tool has the same report as JSON',
  onlyOnLinux('a keychain of its own'),
  async () => {
    const before = readdirSync(shop.userDataDir);
    const { status, out } = await job('--check=json');
    const report = checkReport.parse(JSON.parse(out));
    expect(report.checks).toHaveLength(17);
    expect([stateOf(report, 'keychain'), stateOf(report, 'payments'), stateOf(report, 'journal')]).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
    expect([0, 3]).toContain(status);
    expect(out).not.toContain(shop.signingKey.d);
    expect(readdirSync(shop.userDataDir)).toEqual(before);
    expect(await job('--check=xml')).toMatchObject({ status: 2, out: '', err: expect.stringContaining('not "xml"') });
  },
);

test(
  'with a keychain that is gone nobody can sign in, and whoever is there can look why',
  onlyOnLinux('the keychain of other systems cannot be taken away'),
  async () => {
    await shop.restart('quit', {
      env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', XDG_RUNTIME_DIR: '/nonexistent' },
    });
    const { till } = shop.app;
    await till.getByRole('link', { name: 'Support' }).click();
    await till.getByRole('button', { name: 'Run checks' }).click();
    await reads(line('Keychain'), 'This machine has no keychain that can be used');
    await reads(line('Payment service'), 'nothing more was asked without this till’s key');
    await reads(line('Record of payments'), 'are as they were written');
  },
);
