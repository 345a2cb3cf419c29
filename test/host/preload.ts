import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { bridgeEnd } from './page/bridge.ts';
import { pageWorld } from './page/page-world.ts';
import { preloadWorld } from './page/preload-world.ts';
import { decodeClone, encodeClone } from './structured-clone.ts';
import { versions } from './versions.ts';

/**
 * Name of the isolated world as shown by Chromium, followed by the names that connect the world to the main process.
 */
export const worldName = 'Electron Isolated Context';
const secret = randomUUID().replaceAll('-', '');
export const binding = `wire_${secret}`;
export const openBinding = `open_${secret}`;
export const deliver = `deliver_${secret}`;
const rendezvous = `meet-${secret}`;

/** Address of the empty first page of a tabless window: no code of the app runs on this page. */
export const startPage = `data:text/html,start-${secret}-`;

const parameters = ['require', 'process', 'exports', 'module'];

/** Source for the page's world: must be registered before the preload's source. */
export function pageScript(): string {
  return `(${pageWorld})({ bridgeEnd: ${bridgeEnd} }, ${JSON.stringify({ rendezvous, openBinding })});`;
}

/**
 * Source for the isolated world. For a preload that cannot be read or is no CommonJS script (`import` and `export` are
 * syntax errors here, as under Electron's sandbox), returns a script that only reports the error.
 */
export function preloadScript(path: string | undefined): string {
  const facts = { preloadPath: path ?? '', binding, deliver, rendezvous, process: processFacts() };
  const parts = `{ encodeClone: ${encodeClone}, decodeClone: ${decodeClone}, bridgeEnd: ${bridgeEnd} }`;
  return `(() => {
    if (typeof ${binding} !== 'function') return; // the window's first blank page, older than the wire
    if (location.href.startsWith('${startPage}') || window.top !== window) return;
    const scope = (${preloadWorld})(${parts}, ${JSON.stringify(facts)});
    try {
      ${path === undefined ? '' : body(path)}
    } catch (thrown) {
      scope.fail(thrown);
    }
  })();`;
}

function body(path: string): string {
  try {
    const source = readFileSync(path, 'utf8');
    compileFunction(source, parameters, { filename: path });
    return `(function (${parameters.join(', ')}) { ${source}
      })(scope.require, scope.process, scope.exports, scope.module);`;
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const kind = error.name === 'SyntaxError' ? 'SyntaxError' : 'Error';
    return `throw new ${kind}(${JSON.stringify(error.message)});`;
  }
}

function processFacts(): Record<string, unknown> {
  return {
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    platform: process.platform,
    arch: process.arch,
    versions,
    env: {},
    argv: [],
  };
}
