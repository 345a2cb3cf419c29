import type * as Electron from 'electron';
import { missingDisplay, unplayedSwitches } from './chromium-switches.ts';

/** `app.commandLine`: the switches of this process's command line (`--name`, `--name=value`). */
class HostCommandLine implements Pick<Electron.CommandLine, 'hasSwitch' | 'getSwitchValue' | 'removeSwitch'> {
  readonly #switches = new Map<string, string>();

  constructor(args: readonly string[]) {
    for (const arg of args) {
      const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
      if (name !== undefined) this.#switches.set(name, value ?? '');
    }
  }

  names(): string[] {
    return [...this.#switches.keys()];
  }

  hasSwitch(name: string): boolean {
    return this.#switches.has(name);
  }

  getSwitchValue(name: string): string {
    return this.#switches.get(name) ?? '';
  }

  removeSwitch(name: string): void {
    this.#switches.delete(name);
  }
}

export const commandLine = new HostCommandLine(process.argv.slice(2));

/** Ends a run with a Chromium switch that the host does not play. */
export function refuseUnplayed(): void {
  const words = unplayedSwitches(commandLine.names());
  if (words !== undefined) end(words);
}

/** Ends a run on Linux with a missing display, as Chromium does after the app's main script has run. */
export function openPlatform(): void {
  const asked = commandLine.hasSwitch('display') ? commandLine.getSwitchValue('display') : undefined;
  const words = process.platform === 'linux' ? missingDisplay(asked, process.env) : undefined;
  if (words !== undefined) end(words);
}

function end(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}
