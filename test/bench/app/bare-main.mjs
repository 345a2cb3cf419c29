/** Yardstick for the app's start: the smallest Electron app with two windows. */
import { app, BrowserWindow } from 'electron';

process.stdout.write(`WATCHED ${JSON.stringify({ kind: 'loading', at: Date.now() })}\n`);
app.whenReady().then(() => {
  for (const title of ['Tillmate', 'Tillmate – customer display']) {
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1></html>`;
    new BrowserWindow({ width: 1280, height: 800 }).loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page)}`);
  }
});
