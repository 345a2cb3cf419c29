import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = pathToFileURL(join(import.meta.dirname, '../..')).href;

/** Returns Node's arguments for the script of `withElectron`. */
export function scriptWith(platform: string, electron: string, acts: string): readonly string[] {
  const script = `
    import { registerHooks } from 'node:module';
    const url = ${JSON.stringify(`data:text/javascript,${encodeURIComponent(electron)}`)};
    registerHooks({
      resolve: (name, context, next) => (name === 'electron' ? { url, shortCircuit: true } : next(name, context)),
    });
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    const electron = await import(url);
    const load = (path) => import('${root}/' + path);
    const result = await (async () => {
      ${acts}
    })();
    console.log(JSON.stringify(result));
    process.exit();`;
  return ['--input-type=module', '--eval', script];
}

/**
 * Runs `acts` in a separate process with `process.platform` set to `platform`, and returns their result. `electron` is
 * the source text of the electron module; the acts use `electron` for the module, and `load('main/…')` for files of the
 * project.
 */
export function withElectron(platform: string, electron: string, acts: string): unknown {
  return JSON.parse(execFileSync(process.execPath, scriptWith(platform, electron, acts), { encoding: 'utf8' }));
}
