import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedSoftware } from '../../tools/build/describe-shipped.mjs';
import { charge, ends, launchApp, onlyOnHost } from '../e2e/harness/index.ts';
import { budget, expectedBeside, expectedFiles, expectedUnpacked, systemOf } from './expected.ts';
import { makePackage } from './make-package.ts';
import type { Package } from './open-package.ts';
import { mark } from './planted.ts';
import { secretsIn } from './secrets-in.ts';

/**
 * The package that people install, built with the project's own settings and opened. `npm run check-package` checks
 * more.
 */

const project = join(import.meta.dirname, '../..');
let made: Package;
beforeAll(async () => {
  made = await makePackage(project);
}, 180_000);
afterAll(() => made?.remove());

describe('the package', () => {
  test('contains exactly the listed files', () => {
    const of = (file: string) => expectedFiles.filter((pattern) => pattern.test(file)).length;
    expect(made.files.filter((file) => of(file) !== 1)).toEqual([]);
    expect(expectedFiles.filter((pattern) => !made.files.some((file) => pattern.test(file)))).toEqual([]);
  });

  test.each([
    ['till', ['app', 'app', 'rolldown-runtime', 'till', 'windows', 'windows']],
    ['display', ['display', 'rolldown-runtime', 'windows', 'windows']],
  ])('loads the %s with few requests and no foreign chunks', (page, names) => {
    const html = made.read(`out/renderer/${page}/index.html`).toString();
    const asked = [...html.matchAll(/assets\/([\w-]+)-[\w-]{8}\.(?:js|css)/g)];
    expect(asked.map(([, name]) => name).toSorted()).toEqual(names);
  });

  test('has only the keychain binding as machine code', () => {
    expect(made.unpacked).toEqual(expectedUnpacked);
    expect(made.files.filter((file) => /\.(?:node|so|dylib|dll|exe|wasm)$/.test(file))).toEqual(expectedUnpacked);
  });

  test('has only the expected files next to the archive', () => {
    const known = expectedBeside[systemOf(made.program)];
    expect(made.resources.filter((file) => !known.test(file))).toEqual([]);
    expect(made.resources).toContain('sbom.cdx.json');
  });

  test('contains no planted key, setting, source or source map', () => {
    expect(made.files.filter((file) => made.read(file).includes(mark))).toEqual([]);
    expect(made.resources.filter((file) => made.resource(file).includes(mark))).toEqual([]);
    expect(made.files.filter((file) => /\.(?:map|tsx?|pem|p12|env|sqlite)$|(?:^|\/)\.|\btest\b/.test(file))).toEqual(
      [],
    );
  });

  test('contains no private key and no build path', () => {
    const found = made.files.flatMap((file) => {
      const text = made.read(file).toString('latin1');
      const path = text.includes(project) ? [`the path ${project}`] : [];
      return [...secretsIn(text), ...path].map((what) => `${file}: ${what}`);
    });
    expect(found).toEqual([]);
  });

  test('omits developer-only fields from its package.json', () => {
    const about = JSON.parse(made.read('package.json').toString());
    for (const key of ['scripts', 'devDependencies', 'build']) expect(about).not.toHaveProperty(key);
    expect(about.dependencies).toEqual({ keytar: '7.9.0' });
  });

  test('stays within its size budget', () => {
    console.log(
      `archive ${made.bytes.archive} of ${budget.archive} bytes, unpacked ${made.bytes.unpacked} of ${budget.unpacked}`,
    );
    expect(made.bytes.archive).toBeLessThan(budget.archive);
    expect(made.bytes.unpacked).toBeLessThan(budget.unpacked);
  });

  test('is built without warnings', () => {
    expect(made.said).not.toMatch(/missed|deprecated|default Electron icon|⨯/);
  });
});

test("the program's fuses: no run as Node, no options from outside, only the sealed archive", async () => {
  console.log(
    made.electron === 'real'
      ? 'fuses: read in the program itself'
      : 'fuses: there is no Electron here, so they are read in a file of its shape: this shows the settings, not the program',
  );
  const wire = await getCurrentFuseWire(made.program);
  const blown = (fuse: FuseV1Options) => wire[fuse] === FuseState.ENABLE;
  expect({
    runAsNode: blown(FuseV1Options.RunAsNode),
    cookies: blown(FuseV1Options.EnableCookieEncryption),
    nodeOptions: blown(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspect: blown(FuseV1Options.EnableNodeCliInspectArguments),
    integrity: blown(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyArchive: blown(FuseV1Options.OnlyLoadAppFromAsar),
    filePages: blown(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: false,
    cookies: false,
    nodeOptions: false,
    inspect: false,
    integrity: true,
    onlyArchive: true,
    filePages: false,
  });
});

describe('the bill of materials', () => {
  test('validates against the CycloneDX 1.6 schema', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(made.resource('sbom.cdx.json'))).toBeNull();
  });

  test('lists exactly the shipped packages, without build tools', () => {
    const listed = JSON.parse(made.resource('sbom.cdx.json')).components.map(
      ({ purl }: { purl: string }) => purl,
    ) as string[];
    const shipped = shippedSoftware(project).map(
      ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`,
    );
    expect(listed.sort()).toEqual([...shipped].sort());
    for (const name of [
      'react',
      'zod',
      'undici',
      'keytar',
      'node-addon-api',
      'electron',
      '%40fontsource-variable/inter',
    ])
      expect(listed.some((purl) => purl.startsWith(`pkg:npm/${name}@`))).toBe(true);
    for (const name of ['vitest', 'electron-builder', 'typescript', 'prebuild-install'])
      expect(listed.some((purl) => purl.startsWith(`pkg:npm/${name}@`))).toBe(false);
  });

  test('covers the same software as the licences', () => {
    const licences = JSON.parse(made.read('out/licences.json').toString()) as { name: string; text: string }[];
    expect(licences.map(({ name }) => name)).toEqual(shippedSoftware(project).map(({ name }) => name));
    expect(licences.filter(({ text }) => text.length < 100).map(({ name }) => name)).toEqual([]);
  });
});

test(
  'the extracted archive starts and completes a training sale',
  onlyOnHost('it runs from the files of the archive'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillmate-packed-'));
    try {
      made.extract(folder);
      const installed = {
        script: join(folder, 'out/main/index.js'),
        args: ['--training'],
        env: { TILLMATE_HOST_PACKAGED: '1' },
        installed: true,
      };
      const app = await launchApp(installed);
      try {
        await charge(app, '12,50');
        for (const press of ['Pay as the customer', 'Scan', 'Confirm'])
          await app.till.getByRole('button', { name: press, exact: true }).click();
        await ends(app, 'Paid', 'Paid');
      } finally {
        await app.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
