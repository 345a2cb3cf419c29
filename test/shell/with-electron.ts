import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = pathToFileURL(join(import.meta.dirname, '../..')).href;

/** `withElectron` gives it to Node. */
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
 * Plays `acts` in a process of its own that takes itself for `platform`, and gives what they return. `electron` is the text
 * of the module that is found by that name; the acts have it as `electron`, and `load('main/…')` for files of the project.
 */
export function withElectron(platform: string, electron: string, acts: string): unknown {
  return JSON.parse(execFileSync(process.execPath, scriptWith(platform, electron, acts), { encoding: 'utf8' }));
}
