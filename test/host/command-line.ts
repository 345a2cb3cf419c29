import type * as Electron from 'electron';

/** `app.commandLine`: the switches of this process's own command line (`--name`, `--name=value`), and those appended. */
class HostCommandLine
  implements Pick<Electron.CommandLine, 'hasSwitch' | 'getSwitchValue' | 'appendSwitch' | 'removeSwitch'>
{
  readonly #switches = new Map<string, string>();

  constructor(args: readonly string[]) {
    for (const arg of args) {
      const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
      if (name !== undefined) this.#switches.set(name, value ?? '');
    }
  }

  hasSwitch(name: string): boolean {
    return this.#switches.has(name);
  }

  getSwitchValue(name: string): string {
    return this.#switches.get(name) ?? '';
  }

  appendSwitch(name: string, value = ''): void {
    this.#switches.set(name, value);
  }

  removeSwitch(name: string): void {
    this.#switches.delete(name);
  }
}

export const commandLine = new HostCommandLine(process.argv.slice(2));
