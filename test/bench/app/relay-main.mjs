/**
 * Yardstick for the path through the app: two bare windows and the least that this path needs. A click in the first
 * window shows an image in the second. A callback over HTTP, to the port `RELAY_PORT`, is committed to a synced SQLite
 * file, shown in the first window and sent to the readers of `/events`. `PUT` only responds.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { app, BrowserWindow, ipcMain } from 'electron';

const preload = join(import.meta.dirname, 'relay-preload.cjs');
const SIDE = 33;
const dots = Array.from(
  { length: SIDE * SIDE },
  (_, dot) => (dot * 7) % 3 === 0 && `M${dot % SIDE} ${(dot / SIDE) | 0}h1v1h-1z`,
);
const code = `<svg role="img" aria-label="Payment QR code" viewBox="0 0 ${SIDE} ${SIDE}" width="500"><path d="${dots.filter(Boolean).join('')}"/></svg>`;
const pages = {
  Tillmate: `<p id="count">0</p><button id="charge">Charge</button><p role="status" aria-label="Payment status"></p><script>
    const status = document.querySelector('[role=status]');
    let pressed = 0;
    document.getElementById('charge').onclick = () => relay.press();
    document.onkeydown = () => { document.getElementById('count').textContent = ++pressed; };
    relay.on((shown) => { status.textContent = shown; });
  </script>`,
  'Tillmate – customer display': `<main></main><script>
    const main = document.querySelector('main');
    const code = ${JSON.stringify(code)};
    relay.on((shown) => { main.innerHTML = shown === 'code' ? code : ''; });
  </script>`,
};

app.whenReady().then(() => {
  const [till, display] = Object.entries(pages).map(([title, body]) => {
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}</html>`;
    const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { preload, zoomMode: 'isolated' } });
    window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page)}`);
    return window;
  });
  let isShown = false;
  ipcMain.on('press', () => {
    isShown = !isShown;
    display?.webContents.send('show', isShown ? 'code' : 'nothing');
  });
  const { RELAY_PORT: port } = process.env;
  if (port !== undefined) listen(Number(port), (shown) => till?.webContents.send('show', shown));
});

/** @param {number} port @param {(shown: string) => void} show */
function listen(port, show) {
  const database = new DatabaseSync(join(app.getPath('userData'), 'relay.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = 1;');
  database.exec('CREATE TABLE callbacks (number INTEGER PRIMARY KEY, body TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO callbacks (body) VALUES (?)');
  /** @type {Set<import('node:http').ServerResponse>} */
  const readers = new Set();
  const server = createServer(async (request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      readers.add(response);
      return;
    }
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    response.setHeader('content-type', 'application/json').end('{}');
    if (request.method !== 'POST') return;
    insert.run(body);
    const { status } = JSON.parse(body);
    show(status);
    for (const reader of readers) reader.write(`data: ${JSON.stringify({ state: status })}\n\n`);
  });
  server.listen(port, '127.0.0.1');
}
