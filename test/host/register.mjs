import { readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks, syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';

/**
 * `node --import ./test/host/register.mjs out/main/index.js`: from here on `electron`, imported or required, is the
 * Chromium host.
 */
// What an earlier start compiled, and the types that it stripped, are read back instead of being done again.
enableCompileCache();

const host = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'electron' || specifier === 'electron/main' || specifier === 'electron/common') {
      return { url: host, format: 'module', shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
});

const { versions } = await import('./versions.ts');
Object.defineProperty(process, 'versions', { value: versions, enumerable: true });
// What an app does on another system, as far as it decides by this name: the system itself is not played.
const platform = process.env['TILLMATE_HOST_PLATFORM'];
if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform, enumerable: true });
// An authority that the system trusts besides its own, as a shop's administrator installs one.
const authority = process.env['TILLMATE_HOST_AUTHORITY'];
if (authority !== undefined) {
  const { getCACertificates } = tls;
  const added = readFileSync(authority, 'utf8');
  tls.getCACertificates = (type) => [...getCACertificates(type), ...(type === 'system' ? [added] : [])];
  syncBuiltinESMExports();
}
Object.defineProperty(process, 'type', { value: 'browser', enumerable: true });
// Whoever started it may be gone, and nobody reads what it says any more: that is no fault of the app.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Loaded ahead of the app, so that Chromium comes up while the app's own bundle is still being read.
await import(host);
// The command line of an installed app names no script. The host itself has read it by now.
if (process.env['TILLMATE_HOST_PACKAGED'] === '1') process.argv.splice(1, 1);
