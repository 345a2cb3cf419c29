/** `new URL('./NAME-thread.ts', import.meta.url)`, as it stands in main and once it has been made into JavaScript. */
const THREAD = /new URL\(["']\.\/([a-z-]+-thread)\.ts["'], import\.meta\.url\)/g;

/**
 * The files of threads are entries, and stand beside `index.js`: whoever starts one finds it there, from a chunk too.
 * @returns {import('vite').Plugin}
 */
export function threads() {
  return {
    name: 'threads',
    renderChunk(code, { fileName }) {
      if (code.search(THREAD) < 0) return null;
      const folder = fileName.includes('/') ? '..' : '.';
      return code.replaceAll(THREAD, (_words, file) => `new URL("${folder}/${file}.js", import.meta.url)`);
    },
  };
}
