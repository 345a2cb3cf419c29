import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encryptForPassphrase } from '../../main/identity/passphrase-file.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import {
  charge,
  ends,
  launchApp,
  newSale,
  provisioningFor,
  type RunningApp,
  startsAgain,
} from '../../test/e2e/harness/index.ts';
import * as play from './support-chapters.ts';
import { beginTillTour } from './tour.ts';

/**
 * Plays the work of support staff in the real windows against a local payment service, on the Chromium host, whose file
 * dialogs answer automatically. Screenshots and index.html go to `folder`. Returns the titles of the failed chapters.
 */
export async function supportTour(folder: string, say: (line: string) => void): Promise<readonly string[]> {
  const files = mkdtempSync(join(tmpdir(), 'tillmate-demo-'));
  const sandbox = await startSandbox({});
  const signingKey = makeSigningKey('till-42-2026');
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(signingKey));
  const desk: play.Desk = { sandbox, signingKey, pin: '471147', passphrase: 'drie appels en een peer' };
  const file = (name: string) => join(files, name);
  const tour = beginTillTour(folder, say);
  let app: RunningApp | undefined;
  const start = async (data: string, dialogs: readonly object[], installed = false) => {
    await app?.stop();
    app = undefined;
    app = await launchApp({
      userDataDir: file(data),
      installed,
      env: { TILLMATE_HOST_DIALOGS: JSON.stringify(dialogs) },
    });
    return app;
  };
  try {
    const first = await start(
      join('first', 'Tillmate'),
      [{ filePath: file('till-42.tillmate') }, { filePath: file('support.zip') }],
      true,
    );
    await tour.chapter('A new terminal, by the guide', first.till, (till, look) => play.firstRun(till, look, desk));
    await tour.chapter('A payment, and what happened to it', first.till, async (till, look) => {
      await charge(first, '12,50');
      const paymentId = [...sandbox.engine.store.payments.keys()].at(-1) ?? '';
      sandbox.payer.scan(paymentId);
      sandbox.payer.confirm(paymentId);
      await ends(first, 'Paid', 'Paid');
      await newSale(first);
      await play.diagnosis(till, look);
    });
    await tour.chapter('Checks', first.till, (till, look) => play.checks(till, look, desk));
    await tour.chapter('A new key', first.till, (till, look) => play.keys(till, look, desk));
    await tour.chapter('Backup', first.till, (till, look) => play.backup(till, look, desk));
    await tour.chapter('Logs, and a support pack', first.till, play.logs);
    await tour.chapter('Screens', first.till, play.kiosk);

    const shop = { ...provisioningFor(sandbox, signingKey), pos: undefined };
    const bytes = new TextEncoder().encode(JSON.stringify(shop));
    writeFileSync(file('shop-7.jwe'), await encryptForPassphrase(bytes, desk.passphrase, 'tillmate-provisioning'));
    const faulty = { ...shop, shop: { shopId: 'SHOP7', shopName: '☃', street: 'Dorp' }, merchant: { merchantId: 'm' } };
    writeFileSync(file('faulty.json'), JSON.stringify(faulty));
    const second = await start('second', [{ filePaths: [file('faulty.json')] }, { filePaths: [file('shop-7.jwe')] }]);
    await tour.chapter('From a file of the whole shop', second.till, (till, look) => play.fromFile(till, look, desk));

    const third = await start('third', [{ filePaths: [file('till-42.tillmate')] }]);
    const startAgain = startsAgain(third);
    await tour.chapter('From nothing but a backup', third.till, (till, look) => play.restore(till, look, desk));
    const again = await startAgain();
    await tour.chapter('Back in service', again.till, play.restored);
    await again.close();
  } finally {
    await app?.stop();
    await sandbox.close();
    rmSync(files, { recursive: true, force: true });
  }
  tour.finish("Tillmate: the support staff's tour");
  return tour.stopped;
}
