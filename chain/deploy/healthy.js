/** Exits with 0 if this machine's collector is healthy, otherwise with 1. */
const answer = await fetch(`http://127.0.0.1:${process.env['CHAIN_HEALTH_PORT']}/health`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);

export {};
