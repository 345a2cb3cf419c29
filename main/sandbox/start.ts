import type { FastifyInstance } from 'fastify';
import { createAccounts, newProfile } from './accounts.ts';
import { createDelays, shiftableClock, systemClock } from './clock.ts';
import { createControl } from './control/server.ts';
import { createEngine } from './engine/engine.ts';
import { prunedForStateFile } from './engine/in-memory-store.ts';
import { createAuthentication } from './http/authentication.ts';
import { createCallbackSender } from './http/callback-sender.ts';
import { createFaultQueue } from './http/fault-injection.ts';
import { createFaults, recased } from './http/faults.ts';
import { payerRoutes } from './http/payer-routes.ts';
import { createApp, type Listener, listenOn } from './http/server.ts';
import { createServiceKeys } from './http/service-keys.ts';
import { type ServiceParts, serviceRoutes } from './http/service-routes.ts';
import { createStateFile, readState, type StateFile } from './http/state-file.ts';
import { choicesFrom } from './open-points.ts';
import type { Sandbox, SandboxLog, SandboxOptions } from './options.ts';
import { systemRandom } from './random.ts';

const JWKS_PATH = '/.well-known/jwks.json';

/** `sub` of signed responses. */
const BANK_USER_ID = 'sandbox-bank';

/** Newest payments in the state file, in addition to all open payments. */
const MOST_STORED_PAYMENTS = 2_000;

/** Rejects only if listening or opening `stateFile` fails. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', log = silent, random = systemRandom, stateFile: path, prefix = '' } = options;
  const { claimPrefix = 'https://sandbox.tillmate.example', issuer = 'TillmateSandbox', docs = false } = options;
  const clock = shiftableClock(options.clock ?? systemClock);
  const choices = choicesFrom({ ...options.picks, ...options.pace });
  const state = path === undefined ? undefined : readState(path, clock.now(), log);

  let port = 0;
  let file: StateFile = unsaved;
  const addressAt = (at: number) => `http://${host.includes(':') ? `[${host}]` : host}:${at}`;
  const baseUrl = () => addressAt(port) + prefix;
  const onChange = () => file.changed();
  const saved = () => file.saved();

  const signing = { current: choices.issuerCase === 'as-named' ? issuer : recased(issuer) };
  const serviceKeys = createServiceKeys(random, state?.serviceKeys, onChange);
  const named = { clock, random, log, serviceKeys, claimPrefix, issuer: () => signing.current };
  const sender = createCallbackSender({ ...named, choices });
  const [firstDraft = {}, ...otherDrafts] = options.profiles ?? [];
  const first = state?.ledger.profiles[0] ?? newProfile(random, firstDraft);
  const dataset = options.dataset && { ...options.dataset, profile: first };
  const { send } = sender;
  const engine = createEngine({ clock, random, choices, baseUrl, send, onChange, data: state?.ledger, dataset });
  const accounts = createAccounts(engine, random);
  const { merchantId, profileId, name, apiKey } = accounts.addProfile({ ...first, ...firstDraft });
  for (const draft of otherDrafts) accounts.addProfile(draft);

  const delays = createDelays(clock);
  const queue = createFaultQueue(delays.delay);
  const authenticate = createAuthentication({ ...named, engine, prefix, issuers: () => [issuer, signing.current] });
  const { delay } = delays;
  const parts = { ...named, engine, authenticate, queue, prefix, bankUserId: BANK_USER_ID, saved, delay };
  const app = await createServiceApp(parts, host, baseUrl);
  if (docs) await (await import('./http/openapi.ts')).serveDocs(app, baseUrl);
  const listener = await listenOn(app, host, options.port || (state?.port ?? 0), log);
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
    ...accounts,
    ...{ engine, payer: engine.payer, serviceKeys, claimPrefix, issuer, saved },
    baseUrl: baseUrl(),
    jwksUrl: `${baseUrl()}${JWKS_PATH}`,
    docsUrl: docs ? `${baseUrl()}/docs` : undefined,
    get controlUrl() {
      return control && addressAt(control.port);
    },
    profile: { merchantId, profileId, name, apiKey },
    faults: createFaults({ queue, serviceKeys, clock, signing, listener, delay }),
    async close() {
      engine.close();
      sender.close();
      delays.close();
      await control?.close();
      await listener.close();
      await saved();
    },
  };
  const { controlPort } = options;
  if (controlPort !== undefined)
    control = await listenOn(createControl(sandbox, host, clock.now), host, controlPort, log);
  return sandbox;
}

async function createServiceApp(parts: ServiceParts, host: string, baseUrl: () => string): Promise<FastifyInstance> {
  const { engine, serviceKeys, saved } = parts;
  const app = createApp(parts.clock.now, parts.prefix);
  app.get(JWKS_PATH, (_request, reply) => reply.send(serviceKeys.published()));
  serviceRoutes(app, parts);
  await app.register(async (pages) => payerRoutes(pages, { engine, host, baseUrl, saved }));
  return app;
}

const silent: SandboxLog = { info: () => undefined, warn: () => undefined };

const unsaved: StateFile = { changed: () => undefined, saved: () => Promise.resolve() };
