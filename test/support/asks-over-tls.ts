/**
 * Run by `clean-environment.test.ts` as a process of its own: asks `argv[2]` over the till's real network. It begins as
 * main/index.ts does; with `as-it-came` it plays a till that looks at no variable.
 */
import { getCACertificates } from 'node:tls';

// Told to trust the system, Node reads its store on a thread of its own, which may be done before the first import: here
// it always is.
const { NODE_USE_SYSTEM_CA, NODE_OPTIONS = '' } = process.env;
if (NODE_USE_SYSTEM_CA !== undefined || NODE_OPTIONS.includes('--use-system-ca')) getCACertificates('system');
if (process.argv[3] !== 'as-it-came') await import('../../main/support/clean-environment.ts');
const { createUndiciTransport } = await import('../../main/service/undici-transport.ts');
const { TillError } = await import('../../main/base/till-error.ts');
const transport = createUndiciTransport({ connectTimeoutMs: 5_000, headersTimeoutMs: 5_000, bodyTimeoutMs: 5_000 });
try {
  const origin = process.argv[2] ?? '';
  const { status } = await transport.send({
    method: 'GET',
    origin,
    path: '/',
    query: '',
    headers: {},
    maxBytes: 1_000,
  });
  console.log(`answered ${status}`);
} catch (thrown) {
  console.log(thrown instanceof TillError ? thrown.code : String(thrown));
}
await transport.close();
