import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Shop } from './drawn-attacks.ts';

/** As many as a build has time for; more by `TILLMATE_ATTACKS=10000 npm test -- drawn-attacks`. */
const DRAWS = Number(process.env['TILLMATE_ATTACKS'] ?? 150);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-attacks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'whatever is changed without the key is put right or told, and never what may be refunded',
  async () => {
    const shop = await Shop.make(folder);
    const faults = [];
    for (let seed = 0; seed < DRAWS; seed += 1) {
      const { deeds, fault } = shop.attack(seed);
      if (fault !== undefined) faults.push(`${seed}: ${deeds.join('; ')}: ${fault}`);
    }
    expect(faults).toEqual([]);
  },
  60_000 + DRAWS * 100,
);
