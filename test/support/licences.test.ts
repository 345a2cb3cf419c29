import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLicences } from '../../main/support/licences.ts';
import { folder } from '../base/test-folder.ts';

const product = (title: string, words: string) => `<div class="product">
<span class="title">${title}</span>
<span class="homepage"><a href="https://example.org">homepage</a></span>
<input type="checkbox" hidden id="0"><label class="show" for="0"></label>
<div class="licence"><pre>${words}</pre></div>
</div>`;
const page = (...products: string[]) =>
  `<html><head><style>.product { color: red }</style></head><body>${products.join('\n')}<script>go()</script></body></html>`;

describe("Chromium's page", () => {
  async function licencesOf(html: string) {
    writeFileSync(join(folder, 'licences.json'), '[]');
    writeFileSync(join(folder, 'LICENSES.chromium.html'), html);
    return await createLicences(join(folder, 'licences.json'), join(folder, 'tillmate')).list();
  }

  test('is split by product into plain text', async () => {
    const html = page(product('Abseil', 'One &lt;two&gt; &amp; &#39;three&#x27;'), product('zlib', 'Z'));
    expect(await licencesOf(html)).toEqual([
      { name: 'Abseil', text: "One <two> & 'three'" },
      { name: 'zlib', text: 'Z' },
    ]);
  });

  test('in an unknown format is kept whole, without scripts', async () => {
    const [whole, ...more] = await licencesOf(
      '<html><style>a{}</style><p>All &copy; of it</p><script>go()</script></html>',
    );
    expect(more).toEqual([]);
    expect(whole).toEqual({ name: 'Chromium', text: 'All &copy; of it' });
  });

  test('with an incomplete product is kept whole', async () => {
    const odd = page(
      product('Abseil', 'A'),
      '<div class="product"><span class="title">Odd</span><p>Elsewhere</p></div>',
    );
    const [whole, ...more] = await licencesOf(odd);
    expect(more).toEqual([]);
    expect(whole?.text).toContain('Elsewhere');
  });
});

describe('the licences of the app', () => {
  beforeEach(() => {
    const own = [{ name: 'zod', version: '4.0.0', licence: 'MIT', text: "zod's words" }];
    writeFileSync(join(folder, 'licences.json'), JSON.stringify(own));
  });
  const licences = (program: string) => createLicences(join(folder, 'licences.json'), join(folder, program));

  test('are its own when Electron is not packaged', async () => {
    const found = licences('bin/electron');
    expect(await found.list()).toMatchObject([{ name: 'zod', version: '4.0.0', licence: 'MIT' }]);
    expect(await found.text(0)).toBe("zod's words");
  });

  test.each([
    ['beside the program', 'app', 'app/tillmate'],
    ['among the resources, on macOS', 'Contents/Resources', 'Contents/MacOS/Tillmate'],
  ])("and Chromium's, %s", async (_where, at, program) => {
    mkdirSync(join(folder, at), { recursive: true });
    writeFileSync(join(folder, at, 'LICENSES.chromium.html'), page(product('Abseil', 'A'), product('zlib', 'Z')));
    const found = licences(program);
    expect((await found.list()).map(({ name }) => name)).toEqual(['zod', 'Abseil', 'zlib']);
    expect(await found.text(2)).toBe('Z');
  });

  test('are empty for an invalid index', async () => {
    for (const index of [1, -1, 0.5, 1e9]) expect(await licences('tillmate').text(index)).toBe('');
  });

  test('throw when unreadable', async () => {
    rmSync(join(folder, 'licences.json'));
    await expect(licences('tillmate').list()).rejects.toThrow('ENOENT');
  });
});
