/**
 * The folder of the package that a file belongs to, from the last `node_modules/` on: `node_modules/zod`,
 * `node_modules/@fastify/error`, or of one inside another, `node_modules/a/node_modules/b`. Undefined for a file of ours.
 * @param {string} id a path, perhaps with a query; bundlers write their own modules with a zero byte in front
 */
export function packageFolder(id) {
  if (id.startsWith('\0')) return undefined;
  const path = id.replaceAll('\\', '/');
  const [folder] = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  return folder;
}

/**
 * Writes `packages.json` beside a bundle: the folders of the packages in it, sorted. Modules that were shaken off as a
 * whole are left out. Style sheets are in no chunk, and fonts are files, so both are asked for as well.
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
