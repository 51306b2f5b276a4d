import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa';

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** One source for the manifest: the top-level file, which the plugin emits and links. */
const manifest = JSON.parse(
  readFileSync(fileAt('./manifest.webmanifest'), 'utf8'),
) as Partial<ManifestOptions>;

/** Syntax a phone bought five years ago still reads. */
const oldestBrowsers = ['chrome94', 'edge94', 'firefox93', 'safari15'];

/** Writes down which packages each built file holds, for scripts/check-bundle.ts. */
const packageReport: Plugin = {
  name: 'package-report',
  apply: 'build',
  generateBundle(_options, bundle) {
    const packages: Record<string, string[]> = {};
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const names = chunk.moduleIds.flatMap(
        (id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [],
      );
      packages[chunk.fileName] = [...new Set(names)].sort();
    }
    this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source: JSON.stringify(packages) });
  },
};

const { version } = JSON.parse(readFileSync(fileAt('./package.json'), 'utf8')) as { version: string };

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [
    react(),
    packageReport,
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
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,wasm}'],
        globIgnores: ['screenshots/**'],
      },
    }),
  ],
  resolve: {
    alias: [
      {
        find: /^\.\.\/third_party\/zxing-js\.umd$/,
        replacement: fileAt('./src/client/device/zxing-js-stub.ts'),
      },
    ],
  },
  build: {
    outDir: 'dist/client',
    target: oldestBrowsers,
    sourcemap: false,
    manifest: true,
    reportCompressedSize: false,
    // The camera's packages apart from our screen: a new version of ours does not download them again.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'camera', test: /node_modules\/(?:html5-qrcode|zxing-wasm)\// },
            // What every first page needs, and each one's own: few files, because a slow line pays for each.
            {
              name: 'base',
              test: /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser|jotai|zod)\/|lucide-react\/dist\/esm\/(?:[A-Z]|create|context|shared|defaultAttributes|icons\/(?:wifi|circle-check|circle-x|circle-alert|circle-exclamation-point|loader|lock|hourglass|key-round|info|octagon-x|refresh-cw)\b)|vite\/preload-helper|@oxc-project\/runtime|src\/client\/(?:state|router|lazy-screen|local\/outbox-exists)|src\/client\/(?:ui\/(?:button|icon|mark|cenefa|wordmark|loading|spinner|theme)\b|api\/(?:call|send-request|renew-tokens|outcome)|screens\/(?:failure-text|crash-guard|storage-failure)|texts\/(?:app|common|storage))|src\/contract\/(?:refusal-code|fields|limits|login|user|user-type)\./,
            },
            {
              name: 'entrance',
              test: /src\/client\/(?:screens\/login\/(?!login-screen|admin-login-screen)|ui\/(?:select-field|password-field|field|notice|show-toast)\b|api\/auth|texts\/(?:login|user-type))|src\/contract\/registration\.|lucide-react\/dist\/esm\/icons\/(?:chevron-down|eye|eye-off|mail)\b/,
            },
            {
              name: 'balance',
              test: /src\/client\/(?:screens\/purchase\/(?:balance-card|customer-bar|use-purchase-data|purchase\.module)|screens\/(?:person-name|amount-text)|ui\/badge|api\/(?:vouchers|markets))|src\/(?:contract\/(?:voucher|purchase|settlement|stall|today)|domain\/money|client\/texts\/purchase-texts)\.|lucide-react\/dist\/esm\/icons\/(?:ban|circle-slash|link|undo-2|triangle-exclamation-point)\b/,
            },
            {
              name: 'choosing',
              test: /node_modules\/(?:dayjs|react-number-format)\/|lucide-react\/dist\/esm\/icons\/(?:receipt-text|check|delete|search|store|chevron-left|chevron-right)\b|src\/client\/(?:local\/(?:live\.|use-operation-phase)|texts\/keypad-texts|commands\/new-op-id|screens\/(?:use-held-sale|use-answer|dates|max-typed)|ui\/(?:letters-of|focus-on-mount|fact-list|amount-field|zocalo))|src\/domain\/market-clock/,
            },
            { name: 'icons', test: /lucide-react\/dist\/esm\/icons\// },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3001' } },
});
