/**
 * Runs before the built app's main script. Writes the time at which main begins to load, and the duration of each
 * service request, to stdout. The app itself is unchanged.
 */
import { subscribe } from 'node:diagnostics_channel';

const tell = (/** @type {object} */ fact) => process.stdout.write(`WATCHED ${JSON.stringify(fact)}\n`);

/** When the head of each request left. @type {WeakMap<object, number>} */
const sentAt = new WeakMap();
subscribe('undici:client:sendHeaders', (message) => {
  const { request } = /** @type {{ request: object }} */ (message);
  sentAt.set(request, performance.now());
});
subscribe('undici:request:headers', (message) => {
  const { request } = /** @type {{ request: { method: string, path: string } }} */ (message);
  const sent = sentAt.get(request);
  if (sent === undefined) return;
  tell({
    kind: 'answer',
    method: request.method,
    path: request.path,
    at: Date.now(),
    tookMs: performance.now() - sent,
  });
});

tell({ kind: 'loading', at: Date.now() });
const built = '../../../out/main/index.js';
await import(built);
