import { systemRandom } from '../../main/base/clock.ts';
import type { LogFields } from '../../main/base/log.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { Refunds } from '../../main/refund/refunds.ts';
import { SaleLedger } from '../../main/sale/sale-ledger.ts';
import { Sales } from '../../main/sale/sales.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { createPaymentService } from '../../main/service/client.ts';
import { JwksCache } from '../../main/service/jwks-cache.ts';
import { Reachability } from '../../main/service/reachability.ts';
import { createSigner } from '../../main/service/request-signer.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import type { HttpRequest } from '../../main/service/transport.ts';
import { createUndiciTransport } from '../../main/service/undici-transport.ts';
import { notingLog } from '../base/noting-log.ts';
import { MemoryDisk } from '../journal/disks.ts';
import { silent } from '../sale/counter.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { quickClock } from './quick-clock.ts';
import { openWrongOrigins, rerouted } from './rerouting.ts';
import { type Reroute, SETTLE_MS, TIMEOUT_MS, TIMES } from './wire-faults.ts';

/** A till and its service, connected by the real client over real sockets. */
export interface WireTill extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly journal: Journal;
  readonly sales: Sales;
  readonly refunds: Refunds;
  /** `METHOD path` of each sent request, in order. */
  readonly sent: readonly string[];
  /** Each failure of the client, with the client's name of the operation. */
  readonly failures: readonly { readonly operation: string; readonly code: string }[];
  /** Resolves as soon as `fits` returns true; calls `fits` at each change. */
  until(fits: () => boolean): Promise<void>;
}

export async function openWireTill(options: {
  readonly acknowledgement?: boolean;
  /** Returns where to send the n-th (from 1) request to `METHOD path` instead of the service. */
  reroute?(route: string, nth: number): Reroute | undefined;
}): Promise<WireTill> {
  const clock = quickClock(TIMES);
  const random = systemRandom;
  const sandbox = await startSandbox({
    clock,
    pace: { settleMs: 0, refundMs: 0, lifetimeMs: 36_000_000, acknowledgeMs: 36_000_000 },
    picks: { iatToleranceSeconds: 86_400 },
    profiles: [{ acknowledgement: options.acknowledgement ?? false }],
  });
  const wrongOrigins = await openWrongOrigins(sandbox.baseUrl);
  const signingKey = makeSigningKey('till-on-the-wire');
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(signingKey));
  const settings = settingsFor(sandbox);
  const sent: string[] = [];
  const failures: { operation: string; code: string }[] = [];
  const note = (facts: LogFields) => {
    if ('operation' in facts && 'code' in facts)
      failures.push({ operation: String(facts['operation']), code: String(facts['code']) });
  };
  const direct = createUndiciTransport(settings.tuning);
  const transport = rerouted(direct, wrongOrigins, ({ method, path }: HttpRequest) => {
    const route = `${method} ${path}`;
    sent.push(route);
    return options.reroute?.(route, sent.filter((earlier) => earlier === route).length);
  });
  const terminal = { terminalId: 'till-1', shopId: 'shop-7', posId: 'TILL42' };
  const reachability = new Reachability(settings.service.baseUrl, clock);
  const log = notingLog((_message, fields, level) => level === 'warn' && note(fields));
  const service = createPaymentService({
    settings,
    signer: createSigner({ signingKey, claimPrefix: sandbox.claimPrefix, profileId: sandbox.profile.profileId }),
    transport,
    jwks: new JwksCache({ url: sandbox.jwksUrl, transport: direct, clock, log }),
    clock,
    random,
    log,
    reachability,
  });
  const journal = openJournal({ file: 'journal', disk: new MemoryDisk(), clock, random, terminal });
  const ledger = new SaleLedger({ journal, clock, log: silent, skewMs: () => reachability.skewMs });
  const context = { service, journal, ledger, clock, random, log: silent };
  const sales = new Sales({
    ...context,
    terminal: { posId: 'TILL42', shopId: 'shop-7', shopName: 'Bakkerij', chargeWith: 'static-qr' },
    timing: {
      skewMs: () => reachability.skewMs,
      timeKnown: reachability.timeKnown,
      arrivesWithinMs: SETTLE_MS,
      searchLagMs: 0,
    },
    importRefunds: (since) => refunds.importSince(since),
  });
  const refunds = new Refunds({
    ...context,
    skewMs: () => (reachability.timeReceived ? reachability.skewMs : undefined),
    timeKnown: reachability.timeKnown,
  });
  return {
    sandbox,
    journal,
    sales,
    refunds,
    sent,
    failures,
    until: (fits) =>
      new Promise((resolve) => {
        const stops: (() => void)[] = [];
        const look = () => {
          if (!fits()) return;
          for (const stop of stops) stop();
          resolve();
        };
        stops.push(sales.onChange(look), refunds.onChange(look));
        look();
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([sales.close(), refunds.close()]);
      await transport.close();
      journal.close();
      await wrongOrigins[Symbol.asyncDispose]();
      await sandbox.close();
    },
  };
}

function settingsFor({ baseUrl, jwksUrl, claimPrefix, issuer, profile }: Sandbox) {
  return terminalSettings.parse({
    service: { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer },
    merchant: { merchantId: profile.merchantId, profileId: profile.profileId },
    shop: { shopId: 'shop-7', shopName: 'Bakkerij' },
    pos: { posId: 'TILL42' },
    tuning: {
      connectTimeoutMs: TIMEOUT_MS,
      headersTimeoutMs: TIMEOUT_MS,
      bodyTimeoutMs: TIMEOUT_MS,
      toleranceSeconds: 86_400,
    },
  });
}
