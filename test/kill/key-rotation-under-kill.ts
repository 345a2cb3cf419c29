import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toTillError } from '../../main/base/till-error.ts';
import type { KeysView } from '../../preload/contract/keys.ts';
import type { TillSnapshot } from '../../preload/contract/views.ts';
import { textTable } from './campaign.ts';
import { type HeadlessApp, startHeadless } from './headless-app.ts';
import { type HeldService, startHeldService } from './held-service.ts';
import type { SavePoint } from './kill-at-save.ts';

/** The steps of a rotation, each with what the terminal has before and after it. */
const steps = {
  prepare: ['one', 'beside'],
  use: ['beside', 'replaced'],
  back: ['replaced', 'beside'],
  remove: ['replaced', 'one'],
} as const;
type Step = keyof typeof steps;

/** One key; another beside it; the one before it still there. */
type Shape = (typeof steps)[Step][number];

/** Each step is one save: the record with both states, the file, the record with the new one. */
const moments: readonly SavePoint[] = (['record 1', 'file 1', 'record 2'] as const).flatMap((write) =>
  (['before', 'after'] as const).map((when) => ({
    when,
    write: write.startsWith('file') ? ('file' as const) : ('record' as const),
    nth: Number(write.slice(-1)),
  })),
);

export interface RotationRun {
  readonly step: Step;
  readonly moment: string;
  readonly found: string;
  readonly faults: readonly string[];
}

/** A restart and a step take a second or two; a run that takes this long is stuck. */
const STUCK_MS = 60_000;

/**
 * The app killed at each moment of each step of a rotation, and started again: the terminal has the keys of before or of
 * after, trusts its own settings, and the service accepts a call and a sale that the key in use has signed.
 */
export async function killRotation(script: string): Promise<readonly RotationRun[]> {
  const runs = await Promise.all((Object.keys(steps) as Step[]).map((step) => killStep(step, script)));
  return runs.flat();
}

async function killStep(step: Step, script: string): Promise<readonly RotationRun[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tillmate-kill-keys-'));
  const service = await startHeldService({ acknowledgement: false });
  const terminal = new Terminal(script, folder, service);
  try {
    const runs: RotationRun[] = [];
    await terminal.setUp();
    for (const point of moments) runs.push(await terminal.killAt(step, point));
    return runs;
  } finally {
    await terminal.kill();
    await service.sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

class Terminal {
  readonly #script: string;
  readonly #folder: string;
  readonly #service: HeldService;
  #app: HeadlessApp | undefined;
  #made = 0;

  constructor(script: string, folder: string, service: HeldService) {
    this.#script = script;
    this.#folder = folder;
    this.#service = service;
  }

  async setUp(): Promise<void> {
    const file = join(this.#folder, 'provisioning.json');
    await writeFile(file, this.#service.provisioning());
    await this.#start([`--provision=${file}`]);
  }

  async kill(): Promise<void> {
    await this.#app?.kill();
  }

  async killAt(step: Step, point: SavePoint): Promise<RotationRun> {
    const moment = `${point.when} the write of the ${point.write}${point.nth === 2 ? ' that lets go of the state before' : ''}`;
    const stuck = Promise.withResolvers<never>();
    const deadline = setTimeout(() => stuck.reject(new Error('stuck')), STUCK_MS);
    try {
      const { found, faults } = await Promise.race([this.#killAt(step, point), stuck.promise]);
      return { step, moment, found, faults };
    } catch (thrown) {
      return { step, moment, found: 'no end', faults: [toTillError(thrown).message] };
    } finally {
      clearTimeout(deadline);
    }
  }

  async #killAt(step: Step, point: SavePoint): Promise<Pick<RotationRun, 'found' | 'faults'>> {
    const [from] = steps[step];
    let app = this.#running();
    await this.#bringTo(from);
    const before = await this.#kids();
    const { act, after } = this.#stepFrom(step, before);
    app.arm(point);
    // A process that dies answers nothing.
    const ended = await Promise.race([app.ended, act(app).then(() => 'done')]);
    if (ended !== 'SIGKILL') throw new Error(`the app ended with ${ended} instead of at the point\n${app.output()}`);
    app = await this.#start([]);
    const now = await this.#kids();
    const found = now.join() === before.join() ? 'as before' : now.join() === after.join() ? 'as after' : now.join();
    return {
      found,
      faults: [
        ...(found.startsWith('as ') ? [] : [`neither before nor after: ${found}`]),
        ...(await this.#signs(app, point)),
      ],
    };
  }

  #stepFrom(step: Step, before: readonly string[]) {
    const [first = '', second = ''] = before.map((key) => key.split(' ')[1] ?? '');
    const kid = `key-${this.#made + 1}`;
    switch (step) {
      case 'prepare':
        this.#made += 1;
        return {
          act: (app: HeadlessApp): Promise<unknown> => app.call('keys.make', { kid }),
          after: [`current ${first}`, `next ${kid}`],
        };
      case 'use':
        return {
          act: (app: HeadlessApp): Promise<unknown> => app.call('keys.use', { kid: second }),
          after: [`current ${second}`, `previous ${first}`],
        };
      case 'back':
        return {
          act: (app: HeadlessApp): Promise<unknown> => app.call('keys.back', { kid: second }),
          after: [`current ${second}`, `next ${first}`],
        };
      case 'remove':
        return {
          act: (app: HeadlessApp): Promise<unknown> => app.call('keys.remove', { place: 'previous', kid: second }),
          after: [`current ${first}`],
        };
    }
  }

  /** Does whatever leads to this shape, with nothing armed. */
  async #bringTo(shape: Shape): Promise<void> {
    const app = this.#running();
    const { keys } = await app.call('keys.read', {});
    const now = shapeOf(keys);
    if (now === shape) return this.#register(keys);
    const kid = keys.find(({ place }) => place !== 'current')?.kid ?? '';
    if (shape === 'one') await app.call('keys.remove', { place: now === 'beside' ? 'next' : 'previous', kid });
    else if (now === 'one') {
      this.#made += 1;
      await app.call('keys.make', { kid: `key-${this.#made}` });
    } else if (shape === 'beside') await app.call('keys.back', { kid });
    else {
      this.#register(keys);
      await app.call('keys.use', { kid });
    }
    await this.#bringTo(shape);
  }

  /** The public keys are handed over: the service knows all of them from now on. */
  #register(keys: KeysView['keys']): void {
    const { sandbox } = this.#service;
    for (const { jwk } of keys) sandbox.registerKey(sandbox.profile.profileId, JSON.parse(jwk));
  }

  async #kids(): Promise<readonly string[]> {
    const { keys } = await this.#running().call('keys.read', {});
    return keys.map(({ place, kid }) => `${place} ${kid}`);
  }

  async #signs(app: HeadlessApp, point: SavePoint): Promise<readonly string[]> {
    const { keys } = await app.call('keys.read', {});
    const current = keys.find(({ place }) => place === 'current');
    if (current === undefined) return ['there is no key in use'];
    await app.call('keys.test', { place: 'current', kid: current.kid });
    const { notices } = point === moments.at(-1) ? await sells(app) : await app.call('till.snapshot', {});
    return notices.filter(({ severity }) => severity === 'alarm').map(({ code }) => `alarm ${code}`);
  }

  async #start(args: readonly string[]): Promise<HeadlessApp> {
    const app = startHeadless({ script: this.#script, userDataDir: this.#folder, args });
    this.#app = app;
    await app.call('till.snapshot', {});
    return app;
  }

  #running(): HeadlessApp {
    if (this.#app === undefined) throw new Error('the app was not started');
    return this.#app;
  }
}

async function sells(app: HeadlessApp): Promise<TillSnapshot> {
  const { saleId } = await app.call('sale.start', { amount: 1_250 });
  await app.until('the payment waits', (till) => till.sale?.stage === 'waiting');
  await app.call('sale.cancel', { saleId });
  return app.until('it is cancelled', (till) => till.sale?.stage === 'cancelled');
}

function shapeOf(keys: KeysView['keys']): Shape {
  const other = keys.find(({ place }) => place !== 'current')?.place;
  if (other === undefined) return 'one';
  return other === 'next' ? 'beside' : 'replaced';
}

export function rotationTable(runs: readonly RotationRun[]): string {
  const rows = runs.map(({ step, moment, found, faults }) => [step, moment, found, faults.join('; ') || 'agrees']);
  return textTable([['step', 'killed', 'the terminal was then', 'verdict'], ...rows]);
}
