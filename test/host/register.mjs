import { readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks, syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';

/**
 * `node --import ./test/host/register.mjs out/main/index.js`: resolves `electron`, imported or required, to the
 * Chromium host.
 */
// Reuses the compiled code and stripped types of an earlier start.
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
// Plays only the name of the platform, for code that depends on the name; not the platform.
const platform = process.env['TILLMATE_HOST_PLATFORM'];
if (platform !== undefined) Object.defineProperty(process, 'platform', { value: platform, enumerable: true });
// An additional trusted authority, as installed by a shop's administrator.
const authority = process.env['TILLMATE_HOST_AUTHORITY'];
if (authority !== undefined) {
  const { getCACertificates } = tls;
  const added = readFileSync(authority, 'utf8');
  tls.getCACertificates = (type) => [...getCACertificates(type), ...(type === 'system' ? [added] : [])];
  syncBuiltinESMExports();
}
Object.defineProperty(process, 'type', { value: 'browser', enumerable: true });
// The starting process may be gone and no longer reads the output: not an error of the app.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Loaded before the app, so that Chromium starts while the app's bundle is being read.
await import(host);
// The command line of an installed app has no script. The host has already read the script's path.
if (process.env['TILLMATE_HOST_PACKAGED'] === '1') process.argv.splice(1, 1);
