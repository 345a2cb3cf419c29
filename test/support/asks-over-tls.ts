/**
 * Run by `clean-environment.test.ts` as a process of its own: asks `argv[2]` over the till's real network. It begins as
 * main/index.ts does; with `as-it-came` it plays a till that looks at no variable.
 */
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

export {};
