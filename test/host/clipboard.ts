/** `clipboard`: separate for each host, so that tests do not share content. Reports only the length of a text. */
let held = '';

/** Electron's class, for text only. */
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
