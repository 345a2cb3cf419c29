import { createAccounts, newProfile } from './accounts.ts';
import { createDelays, shiftableClock, systemClock } from './clock.ts';
import { createControl } from './control/server.ts';
import { createEngine } from './engine/engine.ts';
import { prunedForStateFile } from './engine/in-memory-store.ts';
import { createAuthentication } from './http/authentication.ts';
import { createCallbackSender } from './http/callback-sender.ts';
import { createFaultQueue, type Faults } from './http/fault-injection.ts';
import { payerRoutes } from './http/payer-routes.ts';
import { createApp, type Listener, listenOn } from './http/server.ts';
import { createServiceKeys } from './http/service-keys.ts';
import { serviceRoutes } from './http/service-routes.ts';
import { createStateFile, readState, type StateFile } from './http/state-file.ts';
import { choicesFrom } from './open-points.ts';
import type { Sandbox, SandboxLog, SandboxOptions } from './options.ts';
import { systemRandom } from './random.ts';

/** Where the service publishes its keys, below its base address. */
const JWKS_PATH = '/.well-known/jwks.json';

/** Newest payments in the state file, beside all that have not ended yet. */
const MOST_STORED_PAYMENTS = 2_000;

/** Starts the payment service on this machine. Rejects only when it cannot listen, or `stateFile` cannot be opened. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', log = silent, random = systemRandom, stateFile: path } = options;
  const { claimPrefix = 'https://sandbox.tillmate.example', issuer = 'TillmateSandbox' } = options;
  const clock = shiftableClock(options.clock ?? systemClock);
  const choices = choicesFrom({ ...options.picks, ...options.pace });
  const state = path === undefined ? undefined : readState(path, clock.now(), log);

  let port = 0;
  let signsAs = issuer;
  const addressAt = (at: number) => `http://${host.includes(':') ? `[${host}]` : host}:${at}`;
  const baseUrl = () => addressAt(port) + (options.prefix ?? '');
  let file: StateFile = unsaved;
  const onChange = () => file.changed();
  const saved = () => file.saved();

  const serviceKeys = createServiceKeys({ clock, random, stored: state?.serviceKeys, onChange });
  const named = { clock, random, log, serviceKeys, claimPrefix, issuer: () => signsAs };
  const sender = createCallbackSender({ ...named, choices });
  const [firstDraft = {}, ...otherDrafts] = options.profiles ?? [];
  const first = state?.ledger.profiles[0] ?? newProfile(random, firstDraft);
  const engine = createEngine({
    clock,
    random,
    choices,
    baseUrl,
    send: sender.send,
    onChange,
    ...(state && { data: state.ledger }),
    ...(options.dataset && { dataset: { ...options.dataset, profile: first } }),
  });
  const accounts = createAccounts(engine, random);
  const { merchantId, profileId, name, apiKey } = accounts.addProfile({ ...first, ...firstDraft });
  for (const draft of otherDrafts) accounts.addProfile(draft);

  const delays = createDelays(clock);
  const queue = createFaultQueue(delays.delay);
  const app = createApp(clock.now, options.prefix);
  app.get(JWKS_PATH, (_request, reply) => reply.send(serviceKeys.published()));
  const { bankUserId = 'sandbox-bank', prefix = '' } = options;
  const authenticate = createAuthentication({
    engine,
    clock,
    log,
    claimPrefix,
    issuers: () => [issuer, signsAs],
    prefix,
  });
  serviceRoutes(app, { ...named, prefix, engine, authenticate, faults: queue, bankUserId, saved, delay: delays.delay });
  await app.register(async (pages) => payerRoutes(pages, { engine, host, baseUrl, saved }));
  if (options.docs) await (await import('./http/openapi.ts')).serveDocs(app, baseUrl);

  const onTaken = (taken: number, instead: number) =>
    log.warn({ taken, port: instead }, 'the port is taken; the sandbox listens on another');
  const listener = await listenOn(app, host, options.port || (state?.port ?? 0), onTaken);
  port = listener.port;
  if (path !== undefined) {
    const read = () => {
      const ledger = prunedForStateFile(engine.store.data(), MOST_STORED_PAYMENTS);
      return { version: 1, port, ledger, serviceKeys: serviceKeys.stored() } as const;
    };
    file = createStateFile(path, read, log, clock);
    file.changed();
  }

  let control: Listener | undefined;
  const sandbox: Sandbox = {
    baseUrl: baseUrl(),
    jwksUrl: `${baseUrl()}${JWKS_PATH}`,
    get controlUrl() {
      return control && addressAt(control.port);
    },
    ...(options.docs && { docsUrl: `${baseUrl()}/docs` }),
    claimPrefix,
    issuer,
    profile: { merchantId, profileId, name, apiKey },
    engine,
    payer: engine.payer,
    faults: {
      ...queue,
      rotateKeys: serviceKeys.rotate,
      setClockOffset: clock.setOffset,
      get clockOffset() {
        return clock.offset();
      },
      signAs(name) {
        signsAs = name;
      },
      get issuer() {
        return signsAs;
      },
      ...outages(listener, delays.delay),
      get isDown() {
        return !app.server.listening;
      },
    } satisfies Faults,
    serviceKeys,
    ...accounts,
    saved,
    async close() {
      engine.close();
      sender.close();
      delays.close();
      await control?.close();
      await listener.close();
      await saved();
    },
  };
  if (options.controlPort !== undefined) {
    const panel = createControl(sandbox, host, clock.now);
    control = await listenOn(panel, host, options.controlPort, (taken, instead) =>
      log.warn({ taken, port: instead }, 'the port is taken; the control panel listens on another'),
    );
  }
  return sandbox;
}

/**
 * Takes the service down and up again: by hand, or up by itself after a while, unless it was changed by hand meanwhile.
 */
function outages(listener: Listener, delay: (ms: number) => Promise<void>): Pick<Faults, 'goDown' | 'comeUp'> {
  let changes = 0;
  const comeUp = () => {
    changes += 1;
    return listener.listen();
  };
  return {
    comeUp,
    async goDown(forMs) {
      changes += 1;
      const mine = changes;
      await listener.stop();
      if (forMs !== undefined) void delay(forMs).then(() => (mine === changes ? comeUp() : undefined));
    },
  };
}

const silent: SandboxLog = { info: () => undefined, warn: () => undefined };

const unsaved: StateFile = { changed: () => undefined, saved: () => Promise.resolve() };
