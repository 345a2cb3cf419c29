/** `clipboard`: one of the host's own, so that no test sees another's. What is put into it is told by its length alone. */
let held = '';

export const clipboard = {
  readText: (): Promise<string> => Promise.resolve(held),
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
