import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { shippedPackages } from '../../tools/build/shipped-packages.mjs';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), shippedPackages()],
  build: {
    outDir: resolve(import.meta.dirname, '../../out/chain/page'),
    emptyOutDir: true,
    // The content security policy only accepts files from the page's origin.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2_000,
  },
});
