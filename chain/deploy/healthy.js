/** Ends with 0 where the collector of this machine is healthy. */
const answer = await fetch(`http://127.0.0.1:${process.env['CHAIN_HEALTH_PORT']}/health`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);

export {};
