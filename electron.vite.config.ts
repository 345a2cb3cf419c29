import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { shippedPackages } from './tools/build/shipped-packages.mjs';
import { threads } from './tools/build/threads.mjs';

const root = import.meta.dirname;

/** Copies the sandbox's pages next to the chunks, where `main/sandbox/http/page-files.ts` reads them on request. */
const sandboxPages: Plugin = {
  name: 'sandbox-pages',
  generateBundle() {
    const folder = resolve(root, 'main/sandbox/pages');
    for (const name of readdirSync(folder)) {
      this.emitFile({ type: 'asset', fileName: `pages/${name}`, source: readFileSync(join(folder, name)) });
    }
  },
};

/**
 * Replaces undici's index by the parts that main uses: the index would add fetch, caches and mocks, a third of the code
 * read at a start. The second parser is off by default, and the SIMD build fails on older processors.
 */
const leanUndici: Plugin = {
  name: 'lean-undici',
  load(id) {
    if (id.includes('/undici/lib/milo/')) return 'module.exports = undefined;';
    if (id.endsWith('/undici/lib/llhttp/llhttp_simd-wasm.js')) return "module.exports = require('./llhttp-wasm.js');";
    if (!id.endsWith('/node_modules/undici/index.js')) return null;
    return `import api from './lib/api/index.js';
      import Dispatcher from './lib/dispatcher/dispatcher.js';
      Object.assign(Dispatcher.prototype, api);
      export { default as buildConnector } from './lib/core/connect.js';
      export { default as errors } from './lib/core/errors.js';
      export { default as Client } from './lib/dispatcher/client.js';
      export { default as Pool } from './lib/dispatcher/pool.js';`;
  },
};

/**
 * Creates React's five signal errors without a stack. Computing the first stack would make Chromium parse the whole
 * chunk again, an eighth of a window's start.
 */
const signalsWithoutStack: Plugin = {
  name: 'signals-without-stack',
  transform(code, id) {
    if (!id.endsWith('/react-dom-client.production.js')) return null;
    const signal = /= Error\((formatProdErrorMessage\(\d+\))\)/g;
    if (!signal.test(code)) this.error('This React makes its signals in another way.');
    return code.replace(signal, '= { __proto__: Error.prototype, message: $1 }');
  },
};

/**
 * Three bundles. Main includes its libraries, so that a start reads a few files instead of thousands; only the native
 * keychain binding stays outside. The preload is CommonJS because a sandboxed preload cannot be an ES module.
 */
export default defineConfig({
  main: {
    plugins: [sandboxPages, leanUndici, threads(), shippedPackages()],
    build: {
      outDir: 'out/main',
      externalizeDeps: true,
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: resolve(root, 'main/index.ts'),
          'load-thread': resolve(root, 'main/reconcile/load-thread.ts'),
          'export-thread': resolve(root, 'main/export/export-thread.ts'),
          'upload-thread': resolve(root, 'main/upload/upload-thread.ts'),
        },
        // The sandbox's interactive documentation reads files next to its module; loaded by `npm run sandbox` only.
        external: ['@fastify/swagger-ui'],
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // A single character beyond Latin-1 makes V8 store the whole file with two bytes per character. The same
          // holds for the renderer.
          charset: 'ascii',
          // Removes comments and indents to save disk reads; keeps names for stack traces.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    plugins: [shippedPackages()],
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve(root, 'preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'renderer',
    publicDir: resolve(root, 'assets'),
    plugins: [react(), signalsWithoutStack, shippedPackages()],
    build: {
      outDir: 'out/renderer',
      minify: true,
      rolldownOptions: {
        input: {
          till: resolve(root, 'renderer/till/index.html'),
          display: resolve(root, 'renderer/display/index.html'),
        },
        // Each request costs as much start time as 50 kB, so each window loads a shared chunk and its own.
        output: {
          charset: 'ascii',
          codeSplitting: {
            groups: [
              {
                name: 'windows',
                test: /renderer.(display.display|ui.(open-window|refuse-drops))\.tsx?$/,
              },
              { name: 'app', test: /renderer.till.app\.tsx$/ },
            ],
          },
        },
      },
    },
  },
});
