import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa';
import { nameChunks, pathOfModule } from '#scripts/bundle/chunks.ts';
import { customerFiles, keptFiles } from '#scripts/bundle/graph.ts';
import { buildManual } from '#scripts/bundle/manual.ts';
import { customerPages, laterPages } from '#scripts/bundle/pages.ts';
import { buildVersion } from './scripts/release/build-version.ts';

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const projectRoot = fileAt('.').replace(/\/$/, '');

/** One source for the manifest: the top-level file, which the plugin emits and links. */
const manifest = JSON.parse(
  readFileSync(fileAt('./manifest.webmanifest'), 'utf8'),
) as Partial<ManifestOptions>;

/** The floor (docs/limits.md). This lowers syntax alone: what may be called is held by `lib` in the tsconfig files. */
const oldestBrowsers = ['chrome94', 'edge94', 'firefox96', 'safari15.4'];

/** Writes down the packages of each built file, and the file of each module, for scripts/bundle and the server. */
const packageReport: Plugin = {
  name: 'package-report',
  apply: 'build',
  generateBundle(_options, bundle) {
    const packages: Record<string, string[]> = {};
    const files: Record<string, string> = {};
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const names = chunk.moduleIds.flatMap(
        (id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [],
      );
      packages[chunk.fileName] = [...new Set(names)].sort();
      for (const id of chunk.moduleIds) files[pathOfModule(id, projectRoot)] = chunk.fileName;
    }
    this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source: JSON.stringify(packages) });
    this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(files) });
  },
};

/** The manual of docs/manual, as pages of the built application. */
const manualPages: Plugin = {
  name: 'manual-pages',
  apply: 'build',
  generateBundle() {
    for (const { name, source } of buildManual())
      this.emitFile({ type: 'asset', fileName: `manual/${name}`, source });
  },
};

/**
 * Writes the built files into the service worker, once both are on disk. What a customer's phone does not need
 * is marked, and kept where staff works. A name with a hash needs no revision.
 */
const filesInWorker: Plugin = {
  name: 'files-in-worker',
  apply: 'build',
  closeBundle: {
    sequential: true,
    order: 'post',
    handler() {
      const folder = 'dist/client';
      const isCustomers = customerFiles(folder, customerPages);
      const isLater = customerFiles(folder, [...customerPages, ...laterPages]);
      const mark = (url: string) => {
        if (isCustomers(url)) return {};
        return isLater(url) ? { isLater: true } : { isStaff: true };
      };
      const revisionOf = (url: string): string | null =>
        url.startsWith('assets/')
          ? null
          : createHash('sha256')
              .update(readFileSync(`${folder}/${url}`))
              .digest('hex');
      const files = keptFiles(folder).map((url) => ({ url, revision: revisionOf(url), ...mark(url) }));
      const worker = `${folder}/service-worker.js`;
      const place = 'self.__WB_MANIFEST';
      const parts = readFileSync(worker, 'utf8').split(place);
      if (parts.length !== 2) throw new Error(`${worker} must name ${place} once`);
      writeFileSync(worker, parts.join(JSON.stringify(files)));
    },
  },
};

/** `npm run dev`: the page carries what the server of a demo writes into it. */
const demoFactsInPage: Plugin = {
  name: 'demo-facts',
  apply: 'serve',
  transformIndexHtml: (html) => {
    const facts = (process.env['DEMO_FACTS'] ?? '').replaceAll('"', '&quot;');
    return html.replace('<meta name="demo" content=""', () => `<meta name="demo" content="${facts}"`);
  },
};

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(buildVersion()) },
  plugins: [
    react(),
    packageReport,
    manualPages,
    demoFactsInPage,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      includeManifestIcons: false,
      integration: { configureCustomSWViteBuild: (build) => void (build.logLevel = 'warn') },
      injectManifest: {
        rollupFormat: 'iife',
        target: oldestBrowsers,
        // Otherwise workbox-build writes the list of files, and brings 277 packages (package.json overrides it).
        injectionPoint: '',
      },
    }),
    filesInWorker,
  ],
  resolve: {
    alias: [
      {
        // Its package names the development build for everybody; what only warns developers stays out.
        find: /^react-router$/,
        replacement: fileAt('./node_modules/react-router/dist/production/index.mjs'),
      },
      {
        // We draw its squares ourselves: without its own drawing on a canvas and as SVG.
        find: /^qrcode$/,
        replacement: 'qrcode/lib/core/qrcode.js',
      },
      {
        // Its package names the build for browsers without `async`.
        find: /^dexie$/,
        replacement: 'dexie/dist/modern/dexie.mjs',
      },
      {
        find: /^\.\.\/third_party\/zxing-js\.umd$/,
        replacement: fileAt('./src/client/device/camera/zxing-js-stub.ts'),
      },
    ],
  },
  build: {
    outDir: 'dist/client',
    target: oldestBrowsers,
    sourcemap: false,
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: nameChunks(projectRoot), debugName: 'by openings' }],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3001' } },
});
