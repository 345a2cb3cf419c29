/**
 * Run by `clean-environment.test.ts` as a separate process: requests `argv[2]` over the till's real network. Starts
 * like main/index.ts; with `as-it-came` the environment stays uncleaned.
 */
import { getCACertificates } from 'node:tls';

// With a setting to trust the system, Node reads the system's store on another thread, possibly before the first
// import. Reading the store here makes the race deterministic.
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
