import type { UpdatesView } from '../../../preload/contract/views.ts';
import { type Check, type Found, failed, mends, ok, skipped, warning } from './check.ts';

/** Pixels as displayed; degrees. */
interface CheckedScreen {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

/** Absent if the app runs without windows. */
export interface Surroundings {
  screens(): readonly CheckedScreen[];
  displayState(): 'open' | 'closed' | 'off';
  printers(): Promise<readonly { readonly name: string; readonly label: string }[]>;
}

export interface MachineParts {
  readonly surroundings: Surroundings | undefined;
  /** Empty: the system asks each time. */
  readonly printer: string;
  readonly version: string;
  updates(): UpdatesView | undefined;
  readonly machine: { readonly versions: NodeJS.ProcessVersions; readonly platform: string; readonly release: string };
}

export function machineChecks(parts: MachineParts): readonly Check[] {
  const { surroundings } = parts;
  return [
    {
      id: 'displays',
      run: () => (surroundings ? displays(surroundings) : skipped('needs.windows')),
    },
    {
      id: 'printer',
      run: () => (surroundings ? printer(surroundings, parts) : skipped('needs.windows')),
    },
    { id: 'versions', run: () => versions(parts) },
  ];
}

function displays({ screens, displayState }: Surroundings): Found {
  const found = screens();
  const facts = { count: found.length, screens: found.map(screenText).join(', ') };
  if (found.length === 0) return failed('displays.none', facts, mends.displays);
  const state = displayState();
  if (state === 'off') return ok('displays.till-alone', facts);
  if (state === 'closed') return warning('displays.closed', facts, mends.displays);
  return found.length === 1 ? warning('displays.shared', facts, mends.displays) : ok('displays.there', facts);
}

function screenText({ width, height, rotation }: CheckedScreen): string {
  return rotation === 0 ? `${width} × ${height}` : `${width} × ${height} ⟳ ${rotation}°`;
}

async function printer({ printers }: Surroundings, { printer: chosen }: MachineParts): Promise<Found> {
  const found = await printers();
  const facts = { count: found.length, printers: found.map(({ label }) => label).join(', ') };
  if (chosen === '') return ok(found.length === 0 ? 'printer.none' : 'printer.asks', facts);
  const its = found.find(({ name }) => name === chosen);
  if (its !== undefined) return ok('printer.there', { ...facts, printer: its.label });
  return failed('printer.gone', { ...facts, printer: chosen }, mends.printer);
}

function versions({ version, machine, updates }: MachineParts): Found {
  const { electron, chrome, node } = machine.versions;
  const facts = {
    version,
    electron: electron ?? '–',
    chromium: chrome ?? '–',
    node,
    system: `${machine.platform} ${machine.release}`,
  };
  const view = updates();
  if (view?.problem !== undefined)
    return warning('versions.update-failed', { ...facts, reason: view.problem.code }, mends.updates);
  if (view?.newest !== undefined && view.notTaken === undefined)
    return warning('versions.update', { ...facts, newest: view.newest }, mends.updates);
  return ok('versions.told', facts);
}
