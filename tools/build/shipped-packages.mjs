/**
 * Returns the package folder of a file, from the last `node_modules/` on: `node_modules/zod`,
 * `node_modules/@fastify/error`, or nested `node_modules/a/node_modules/b`. Undefined for files of this project.
 * @param {string} id a path, perhaps with a query; bundlers write their own modules with a zero byte in front
 */
export function packageFolder(id) {
  if (id.startsWith('\0')) return undefined;
  const path = id.replaceAll('\\', '/');
  const [folder] = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  return folder;
}

/**
 * Writes `packages.json` next to a bundle: the sorted folders of the bundled packages, without packages fully removed
 * by tree shaking. Style sheets and fonts belong to no chunk, so their packages are collected separately.
 * @returns {import('vite').Plugin}
 */
export function shippedPackages() {
  return {
    name: 'shipped-packages',
    generateBundle(_options, bundle) {
      const styles = [...this.getModuleIds()].filter((id) => /\.css(?:$|\?)/.test(id));
      const parts = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? part.moduleIds : part.originalFileNames,
      );
      const folders = [...styles, ...parts].map(packageFolder).filter((folder) => folder !== undefined);
      const source = JSON.stringify([...new Set(folders)].sort(), null, 2);
      this.emitFile({ type: 'asset', fileName: 'packages.json', source });
    },
  };
}
