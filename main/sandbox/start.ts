import { createControl } from './control/server.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import type { Profile } from './engine/model.ts';
import type { Clock } from './engine/time.ts';
import { createCallbackSender } from './http/callback-sender.ts';
import { createIdentify } from './http/credentials.ts';
import { createFaultQueue, type Faults } from './http/faults.ts';
import { payerRoutes } from './http/payer-routes.ts';
import { createApp, type Listener, listenOn } from './http/server.ts';
import { createServiceKeys } from './http/service-keys.ts';
import { serviceRoutes } from './http/service-routes.ts';
import { createStateFile, readState, type SandboxState, type StateFile } from './http/state-file.ts';
import type { ProfileDraft, Sandbox, SandboxLog, SandboxOptions } from './options.ts';
import { newApiKey, newProfile } from './profiles.ts';
import { systemRandom } from './random.ts';

/** Where the service publishes its keys, under its address. */
const JWKS_PATH = '/.well-known/jwks.json';

/** Starts the payment service on this machine. Rejects only when it cannot listen, or `stateFile` cannot be opened. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', log = silent, random = systemRandom } = options;
  const { claimPrefix = 'https://sandbox.tillmate.example', issuer = 'TillmateSandbox' } = options;
  const shifted = shiftable(options.clock ?? systemClock);
  const { clock } = shifted;
  const { stateFile: statePath } = options;
  const state = statePath === undefined ? undefined : readState(statePath, clock.now(), log);

  let listener: Listener | undefined;
  let file: StateFile = unsaved;
  const hostInUrl = host.includes(':') ? `[${host}]` : host;
  const baseUrl = () => `http://${hostInUrl}:${listener?.port ?? 0}`;
  const onChange = () => file.changed();
  const firstDraft = options.profiles?.[0] ?? {};
  const first: Profile = state?.ledger.profiles[0] ?? newProfile(random, firstDraft);

  const serviceKeys = createServiceKeys({ clock, random, stored: state?.serviceKeys, onChange });
  const sender: ReturnType<typeof createCallbackSender> = createCallbackSender({
    clock,
    random,
    log,
    serviceKeys,
    claimPrefix,
    issuer,
    timeoutMs: options.pace?.callbackTimeoutMs ?? options.picks?.callbackTimeoutMs ?? 5_000,
  });
  const engine: Engine = createEngine({
    clock,
    random,
    picks: { ...options.picks, ...options.pace },
    baseUrl,
    send: sender.send,
    onChange,
    ...(state && { data: state.ledger }),
    ...(options.dataset && { dataset: { ...options.dataset, profile: first } }),
  });

  const apiKeyOf = (profileId: string) =>
    [...engine.ledger.apiKeys.values()].find((apiKey) => apiKey.profileId === profileId)?.key;
  const addProfile = (draft: ProfileDraft): Profile & { readonly apiKey: string } => {
    const known = draft.profileId === undefined ? undefined : engine.ledger.profiles.get(draft.profileId);
    const profile = newProfile(random, { ...known, ...draft });
    engine.putProfile(profile);
    const apiKey = draft.apiKey ?? apiKeyOf(profile.profileId) ?? newApiKey(random, profile).key;
    engine.putApiKey(newApiKey(random, profile, { key: apiKey }));
    return { ...profile, apiKey };
  };
  const profile = addProfile({ ...first, ...firstDraft });
  for (const draft of options.profiles?.slice(1) ?? []) addProfile(draft);

  const queue = createFaultQueue();
  const saved = () => file.saved();
  const app = createApp();
  const identify = createIdentify({ engine, clock, log, claimPrefix, issuer });
  const { bankUserId = 'sandbox-bank' } = options;
  app.get(JWKS_PATH, (_request, reply) => reply.send(serviceKeys.published()));
  serviceRoutes(app, {
    engine,
    clock,
    random,
    log,
    identify,
    faults: queue,
    serviceKeys,
    claimPrefix,
    issuer,
    bankUserId,
    saved,
  });
  await app.register(async (pages) => payerRoutes(pages, { engine, host, baseUrl, saved }));

  if (options.docs) await (await import('./http/docs.ts')).serveDocs(app, baseUrl);

  const wanted = options.port ?? 0;
  const remembered = wanted === 0 ? (state?.port ?? 0) : wanted;
  listener = await listenOn(app, host, remembered, (taken, port) => {
    log.warn({ taken, port }, 'the port is taken; the sandbox listens on another');
  });
  const { port } = listener;
  if (statePath !== undefined) {
    const read = (): SandboxState => ({
      version: 1,
      port,
      ledger: engine.ledger.data(),
      serviceKeys: serviceKeys.stored(),
    });
    file = createStateFile(statePath, read, log);
    file.changed();
  }

  const { rotate } = serviceKeys;
  const faults: Faults = {
    ...queue,
    rotateKeys: rotate,
    setClockOffset: shifted.setOffset,
    get clockOffset() {
      return shifted.offset();
    },
    goDown: listener.stop,
    comeUp: listener.listen,
    get isDown() {
      return !app.server.listening;
    },
  };

  let control: Listener | undefined;
  const sandbox: Sandbox = {
    baseUrl: baseUrl(),
    ...(options.docs && { docsUrl: `${baseUrl()}/docs` }),
    get controlUrl() {
      return control && `http://${hostInUrl}:${control.port}`;
    },
    jwksUrl: `${baseUrl()}${JWKS_PATH}`,
    claimPrefix,
    issuer,
    profile: {
      merchantId: profile.merchantId,
      profileId: profile.profileId,
      name: profile.name,
      apiKey: profile.apiKey,
    },
    engine,
    payer: engine.payer,
    faults,
    serviceKeys,
    registerKey(profileId, publicJwk) {
      const owner = engine.ledger.profiles.get(profileId);
      if (!owner) throw new RangeError(`There is no profile ${profileId}`);
      engine.putProfile({ ...owner, keys: [...owner.keys.filter((key) => key.kid !== publicJwk.kid), publicJwk] });
    },
    addProfile,
    addApiKey({ profileId, ...draft }) {
      const owner = engine.ledger.profiles.get(profileId);
      if (!owner) throw new RangeError(`There is no profile ${profileId}`);
      const apiKey = newApiKey(random, owner, draft);
      engine.putApiKey(apiKey);
      return apiKey.key;
    },
    saved,
    async close() {
      engine.close();
      sender.close();
      await control?.close();
      await listener.close();
      await file.saved();
    },
  };
  if (options.controlPort !== undefined) {
    control = await listenOn(createControl(sandbox, host, clock.now), host, options.controlPort, (taken, port) => {
      log.warn({ taken, port }, 'the port is taken; the control panel listens on another');
    });
  }
  return sandbox;
}

const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

const silent: SandboxLog = { info: () => undefined, warn: () => undefined };

const unsaved: StateFile = { changed: () => undefined, saved: () => Promise.resolve() };

/** A clock that can be put off. */
function shiftable(clock: Clock): { clock: Clock; setOffset: (ms: number) => void; offset: () => number } {
  let offset = 0;
  return {
    clock: { now: () => clock.now() + offset, after: (ms, task) => clock.after(ms, task) },
    setOffset(ms) {
      offset = ms;
    },
    offset: () => offset,
  };
}
