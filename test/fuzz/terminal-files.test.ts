import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProvisioning } from '../../main/provisioning/provisioning-file.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { createLog } from '../../main/support/log.ts';
import { noticesOfEvents } from '../../main/windows/event-notices.ts';
import { createNotices } from '../../main/windows/notices.ts';
import fc from '../base/properties.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { provisioningFile } from '../provisioning/sample-provisioning-file.ts';
import { provisioningWith } from '../provisioning/stub-provisioning.ts';
import { recordOf } from '../settings/terminal-with-record.ts';
import { damage, damaged } from './damage.ts';

const few = { numRuns: 400, seed: 20_261_121 };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-files-fuzz-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = () => join(folder, 'terminal.json');
const random = new SeededRandom(3);
const openStore = () => openSettings(path(), { clock: new VirtualClock(), random });
const openStoreUnlessTooNew = () => {
  try {
    return openStore();
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'settings.too-new' });
    return 'too-new';
  }
};
const fresh = () => {
  rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'tillmate-files-fuzz-'));
};

async function provisioned(): Promise<Buffer> {
  const read = readProvisioning(JSON.stringify(provisioningFile()));
  if (!read.ok) throw new Error('not provisioned');
  const store = openStore();
  await recordOf(store).save.terminal(read.provisioning);
  return readFileSync(path());
}

test('arbitrary settings files are read, set aside or refused', async () => {
  const intact = await provisioned();
  const bytes = fc.oneof(
    damage(intact.length).map((what) => damaged(intact, what)),
    fc.uint8Array({ maxLength: 300 }).map((any) => Buffer.from(any)),
    fc.jsonValue({ maxDepth: 3 }).map((value) => Buffer.from(JSON.stringify(value))),
  );
  fc.assert(
    fc.property(bytes, (content) => {
      fresh();
      writeFileSync(path(), content);
      const store = openStoreUnlessTooNew();
      if (store === 'too-new') return expect(readFileSync(path()).equals(content)).toBe(true);
      expect(store.file.terminalId).toMatch(/^[0-9a-f-]{36}$/);
      if (store.setAside !== undefined) expect(readFileSync(store.setAside).equals(content)).toBe(true);
      expect(existsSync(path())).toBe(true);
    }),
    few,
  );
});

test('arbitrary provisioning files are applied whole or rejected', async () => {
  const intact = Buffer.from(JSON.stringify(provisioningFile(), null, 2));
  const bytes = fc.oneof(
    damage(intact.length).map((what) => damaged(intact, what)),
    fc.uint8Array({ maxLength: 300 }).map((any) => Buffer.from(any)),
    fc.jsonValue({ maxDepth: 3 }).map((value) => Buffer.from(JSON.stringify(value))),
  );
  let secrets = 0;
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      fresh();
      const file = join(folder, 'handed-out.json');
      writeFileSync(file, content);
      const keychain = memoryKeychain();
      const store = openStore();
      const before = readFileSync(path());
      const notices = createNotices(() => undefined);
      const said: string[] = [];
      const log = createLog({ write: () => undefined, close: () => undefined });
      await provisioningWith({
        store,
        save: recordOf(store, async () => keychain).save,
        log,
        onEvent: noticesOfEvents(notices),
        print: (line) => void said.push(line),
      }).atStart(file);
      expect(notices.list().length).toBeGreaterThan(0);
      for (const { code } of notices.list()) expect(code).toMatch(/^[a-z][a-z.-]+$/);
      expect(readFileSync(file).equals(content)).toBe(true);
      if (notices.list().some(({ code }) => code === 'provision.shred')) return;
      expect(store.file.settings).toBeUndefined();
      expect(readFileSync(path()).equals(before)).toBe(true);
      expect(readdirSync(folder).sort()).toEqual(['handed-out.json', 'terminal.json']);
      // No error may quote the file, which holds a key.
      const secret = secretIn(content);
      if (secret === undefined) return;
      secrets += 1;
      expect(said.join('\n')).not.toContain(secret);
    }),
    few,
  );
  // Most damaged files still hold the key; otherwise the check above would prove nothing.
  expect(secrets).toBeGreaterThan(50);
});

/** Returns the private number of the key in the file; undefined when the damage has hit the key. */
function secretIn(content: Buffer): string | undefined {
  return /"d": "([A-Za-z0-9_-]{20,})"/.exec(content.toString('latin1'))?.[1];
}
