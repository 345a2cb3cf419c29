/** Marks the content of files that may lie in the packed folder but must not enter the package. */

export const mark = 'planted-b7f3c9d1';

/** Paths below the project, with their contents. */
export const planted: Readonly<Record<string, string>> = {
  '.env': `SIGNING_PASSWORD=${mark}`,
  'out/.env': `API_KEY=${mark}`,
  'out/sandbox/provision.json': JSON.stringify({ keys: { apiKey: mark } }),
  'out/sandbox/till-key.json': JSON.stringify({ kty: 'EC', d: mark }),
  'out/sandbox/journal.sqlite': mark,
  'out/main/index.js.map': JSON.stringify({ sourcesContent: [mark] }),
  'out/main/till-key.json': mark,
  'out/main/chunks/sandbox.js.map': mark,
  'out/main/chunks/key.pem': mark,
  'out/main/index.test.js.snap': mark,
  'out/preload/index.cjs.map': mark,
  'out/renderer/assets/till.js.map': mark,
  'out/renderer/pictures/paid-till.png': mark,
  'out/renderer/licences/key.p12': mark,
  'out/bench/journal.sqlite-wal': mark,
  'out/demo/1-till.png': mark,
  'out/test/unit.json': mark,
  'main/index.ts': mark,
  'test/sale.test.ts': mark,
  'provision.json': mark,
  'packaging/certificate.p12': mark,
};
