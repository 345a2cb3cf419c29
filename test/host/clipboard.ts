/** `clipboard`: one of the host's own, so that no test sees another's. What is put into it is told by its length alone. */
let held = '';

/** As much of Electron's as a text takes: its other formats are kept for nobody. */
export class ClipboardItem {
  readonly text: string;

  constructor(items: Readonly<Record<string, unknown>>) {
    const { 'text/plain': text } = items;
    if (typeof text !== 'string') throw new TypeError('The host takes texts alone into its clipboard.');
    this.text = text;
  }
}

export const clipboard = {
  readText: (): Promise<string> => Promise.resolve(held),
  async write(items: readonly ClipboardItem[]): Promise<void> {
    held = items.map(({ text }) => text).join('');
    tell();
  },
  /** For the probes of `tools/check-electron`. */
  async writeText(text: string): Promise<void> {
    held = text;
    tell();
  },
  clear(): void {
    held = '';
    tell();
  },
};

function tell(): void {
  process.stderr.write(`host: clipboard: ${held.length} characters\n`);
}
