import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { billOfMaterials } from '../../../tools/build/bill-of-materials.mjs';
import { describeShipped, licenceText, shippedSoftware } from '../../../tools/build/describe-shipped.mjs';
import { packageFolder } from '../../../tools/build/shipped-packages.mjs';
import { folder } from '../../base/test-folder.ts';

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test.each([
  ['/till/node_modules/zod/v4/index.js', 'node_modules/zod'],
  ['C:\\till\\node_modules\\@fastify\\error\\index.js', 'node_modules/@fastify/error'],
  ['/till/node_modules/a/node_modules/@b/c/x.js?commonjs', 'node_modules/a/node_modules/@b/c'],
  ['../node_modules/@fontsource-variable/inter/files/x.woff2', 'node_modules/@fontsource-variable/inter'],
  ['/till/main/sale/next.ts', undefined],
  ['\0virtual:/node_modules/zod', undefined],
])('the module %s belongs to %s', (id, expected) => {
  expect(packageFolder(id)).toBe(expected);
});

describe('the licence of a package', () => {
  test('includes the notice of its authors', () => {
    write('LICENSE.md', 'the licence\r\nof it\n');
    write('NOTICE', 'a notice\n');
    expect(licenceText(folder, { name: 'a', license: 'Apache-2.0' })).toBe('the licence\nof it\n\na notice');
  });

  test.each([
    ['Ann <ann@example.org> (https://ann.example)', 'Ann'],
    [{ name: 'Ann' }, 'Ann'],
    [undefined, 'the authors of a'],
  ])('is MIT when only declared as MIT, with author %j', (author, holder) => {
    const about = { name: 'a', license: 'MIT', ...(author === undefined ? {} : { author }) };
    expect(licenceText(folder, about)).toContain(`Copyright (c) ${holder}\n`);
  });

  test('stops the build when missing and not MIT', () => {
    expect(() => licenceText(folder, { name: 'a', license: 'GPL-3.0' })).toThrow('a has no licence text');
    expect(() => licenceText(folder, { name: 'a' })).toThrow('not named');
  });
});

describe('shipped software', () => {
  const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`;
  const beside = ['keytar', 'node-addon-api', 'electron'];
  const put = (path: string, version: string) => {
    write(
      `${path}/package.json`,
      JSON.stringify({ name: path.replace(/^.*node_modules\//, ''), version, license: 'MIT' }),
    );
  };
  beforeEach(() => {
    for (const name of [...beside, 'a', 'b', 'tool', 'b/node_modules/a']) put(`node_modules/${name}`, '1.0.0');
    put('node_modules/c/node_modules/a', '2.0.0');
    const all = [...beside, 'a', 'b', 'b/node_modules/a', 'c/node_modules/a'];
    const packages = Object.fromEntries(all.map((name) => [`node_modules/${name}`, { integrity }]));
    write('package-lock.json', JSON.stringify({ packages }));
    write('package.json', JSON.stringify({ name: 'till', version: '3.0.0' }));
    write('out/main/packages.json', JSON.stringify(['node_modules/a', 'node_modules/c/node_modules/a']));
    write('out/preload/packages.json', '[]');
    write('out/renderer/packages.json', JSON.stringify(['node_modules/b', 'node_modules/b/node_modules/a']));
  });

  test('lists each bundled or adjacent version once, without tools', () => {
    expect(shippedSoftware(folder).map(({ name, version }) => `${name}@${version}`)).toEqual([
      'a@1.0.0',
      'a@2.0.0',
      'b@1.0.0',
      'electron@1.0.0',
      'keytar@1.0.0',
      'node-addon-api@1.0.0',
    ]);
  });

  test('must have a checksum in package-lock.json', () => {
    write('out/preload/packages.json', JSON.stringify(['node_modules/tool']));
    expect(() => describeShipped(folder)).toThrow('package-lock.json has no checksum of node_modules/tool');
  });

  test('gives a reproducible bill of materials, unique to its parts', () => {
    const shipped = shippedSoftware(folder);
    const bill = () => billOfMaterials({ name: 'till', version: '3.0.0' }, shipped);
    expect(bill()).toBe(bill());
    const { serialNumber, components, dependencies } = JSON.parse(bill());
    expect(components).toHaveLength(shipped.length);
    expect(components[0].hashes).toEqual([{ alg: 'SHA-512', content: '01'.repeat(64) }]);
    expect(dependencies.find(({ ref }: { ref: string }) => ref === 'pkg:npm/till@3.0.0').dependsOn).toHaveLength(6);
    const other = JSON.parse(billOfMaterials({ name: 'till', version: '3.0.0' }, shipped.slice(1)));
    expect(other.serialNumber).not.toBe(serialNumber);
  });
});
