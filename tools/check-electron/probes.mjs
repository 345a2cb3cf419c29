/**
 * Main script for the real Electron: runs the probes in order, likeliest faults first, and prints a line with each
 * result. Started and ended by `npm run check-electron -- --first`.
 */
import {
  createCipheriv,
  createECDH,
  generateKeyPairSync,
  hash,
  pbkdf2Sync,
  scryptSync,
  sign,
  verify,
} from 'node:crypto';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
// biome-ignore lint/style/noRestrictedImports: the one script for Electron itself.
import { app, BrowserWindow, ClipboardItem, clipboard, protocol } from 'electron';
import { HELD, LIMIT_MS, PROBES } from './first.mjs';

const folder = app.getPath('userData');
const journal = join(folder, 'journal.sqlite');
const preload = join(import.meta.dirname, '../../out/preload/index.cjs');
const languages = process.platform === 'darwin' ? app.getPreferredSystemLanguages() : ['asked for on macOS alone'];
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);

/** A probe fails by throwing. @type {Record<keyof typeof PROBES, () => unknown>} */
const probes = {
  backup: async () => {
    const database = new DatabaseSync(journal);
    await backup(database, join(folder, 'copy.sqlite'), { rate: 64 });
    database.close();
    return must(
      new DatabaseSync(join(folder, 'copy.sqlite')).prepare('SELECT amount FROM sale').get()?.['amount'],
      1250,
    );
  },
  thread: async () => {
    const code = `import { DatabaseSync } from 'node:sqlite'; import { parentPort, workerData } from 'node:worker_threads';
      parentPort.postMessage(new DatabaseSync(workerData, { readOnly: true }).prepare('SELECT amount FROM sale').get().amount);`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
      workerData: journal,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    });
    const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    await worker.terminate();
    return must(answer, 1250);
  },
  journal: () => {
    const database = new DatabaseSync(journal);
    database.exec('PRAGMA journal_mode = wal; PRAGMA synchronous = full; CREATE TABLE sale (amount INTEGER) STRICT');
    database.exec('INSERT INTO sale VALUES (1250)');
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode').get() ?? {};
    database.close();
    return must(mode, 'wal');
  },
  crypto: () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const options = /** @type {const} */ ({ dsaEncoding: 'ieee-p1363' });
    const signature = sign('sha256', Buffer.from('till'), { key: privateKey, ...options });
    must(verify('sha256', Buffer.from('till'), { key: publicKey, ...options }, signature), true);
    createECDH('prime256v1').generateKeys();
    const key = pbkdf2Sync('passphrase', scryptSync('471147', 'salt', 16), 1000, 32, 'sha512');
    must(createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(key).length, 32);
    return must(hash('sha256', 'till').length, 64);
  },
  keychain: async () => {
    const { default: keychain } = await import('keytar');
    await keychain.setPassword('Tillmate', 'probe/first', 'kept');
    const kept = await keychain.getPassword('Tillmate', 'probe/first');
    await keychain.deletePassword('Tillmate', 'probe/first');
    return must(kept, 'kept');
  },
  certificates: () => must(getCACertificates('system').length > 0, true),
  languages: () => must(languages.length > 0, true),
  page: async () => {
    await app.whenReady();
    protocol.handle('app', () => new Response('<title>till</title>', { headers: { 'content-type': 'text/html' } }));
    const webPreferences = {
      preload,
      spellcheck: false,
      contextIsolation: true,
      sandbox: true,
      zoomMode: /** @type {const} */ ('isolated'),
    };
    page = new BrowserWindow({ show: false, webPreferences });
    await page.loadURL('app://till/');
    return must(await page.webContents.executeJavaScript('typeof tillmate.call'), 'function');
  },
  pdf: async () => {
    const bytes = await page?.webContents.printToPDF({
      pageSize: { width: 80 / 25.4, height: 6 },
      printBackground: true,
    });
    return must(bytes?.subarray(0, 5).toString(), '%PDF-');
  },
  clipboard: async () => {
    const before = await clipboard.readText();
    const mark = 'electron application/osclipboard;format="tillmate-first"';
    await clipboard.write([new ClipboardItem({ 'text/plain': 'till', [mark]: new Blob(['secret']) })]);
    const text = await clipboard.readText();
    await clipboard.writeText(before);
    return must(text, 'till');
  },
};

/** @type {BrowserWindow | undefined} */
let page;

/** @param {unknown} found @param {unknown} expected */
function must(found, expected) {
  if (found !== expected) throw new Error(`${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`);
}

// Not awaited: Electron becomes ready only after this module has ended.
void (async () => {
  console.log(
    `Electron ${process.versions['electron']}, Chromium ${process.versions['chrome']}, Node ${process.version}`,
  );
  for (const name of /** @type {(keyof typeof PROBES)[]} */ (Object.keys(PROBES))) {
    const late = new Promise((_resolve, reject) =>
      setTimeout(reject, LIMIT_MS, new Error(`no answer in ${LIMIT_MS / 1_000} s`)),
    );
    const fault = await Promise.race([(async () => probes[name]())(), late]).then(
      () => undefined,
      (thrown) => String(thrown).split('\n')[0],
    );
    console.log(fault === undefined ? `${HELD} ${name}` : `FAILED ${name}: ${fault}`);
  }
})();
