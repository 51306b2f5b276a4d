import { builtinModules } from 'node:module';
import { defineConfig, type Plugin } from 'vite';
import { buildVersion } from './scripts/release/build-version.ts';
import { operatorCommands } from './scripts/release/operator-commands.ts';

/** Writes down which packages the built server asks for, for scripts/package.ts. */
const packageReport: Plugin = {
  name: 'package-report',
  generateBundle(_options, bundle) {
    const asked = Object.values(bundle)
      .flatMap((chunk) => (chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : []))
      .filter((name) => !(name in bundle) && !name.startsWith('node:') && !builtinModules.includes(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    this.emitFile({
      type: 'asset',
      fileName: 'packages.json',
      source: JSON.stringify([...new Set(asked)].sort()),
    });
  },
};

/** The server for Node and the operator's commands; their packages stay in node_modules. */
export default defineConfig({
  define: { __BUILD_VERSION__: JSON.stringify(buildVersion()) },
  publicDir: false,
  plugins: [packageReport],
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: false,
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        ...operatorCommands,
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
