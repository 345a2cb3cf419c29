/** `new URL('./NAME-thread.ts', import.meta.url)`, in the sources of main and after compilation. */
const THREAD = /new URL\(["']\.\/([a-z-]+-thread)\.ts["'], import\.meta\.url\)/g;

/**
 * Emits the thread files as entries next to `index.js`, where code in chunks finds them too.
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
